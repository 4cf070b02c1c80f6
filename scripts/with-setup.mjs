// Sets up what is missing, then runs a TypeScript program: `node scripts/with-setup.mjs FILE [ARGUMENTS]`.
// Behind `npm start` and `npm test`, which must work in a fresh clone, where tsx is not yet installed.
import { spawn } from 'node:child_process';
import { root } from './command.mjs';
import { setup } from './setup.mjs';

if (await setup()) {
  // On the terminal itself, so that the program decides how its output looks there.
  const child = spawn(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.exitCode = 1;
}
