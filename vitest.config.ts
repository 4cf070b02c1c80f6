import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['**/__test__/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'target/**'],
    globalSetup: '__test__/require-build.ts',
    // Only ever reached by a test that hangs. Loading a vocabulary in a debug build of the addon takes seconds.
    testTimeout: 120_000,
    // The addon's loader is CommonJS: Node loads it, as it does for users.
    server: { deps: { external: [/binding\.cjs$/] } },
    typecheck: {
      enabled: true,
      include: ['__test__/**/*.test-d.ts'],
      // `tsc --noEmit` checks all other files.
      ignoreSourceErrors: true,
    },
  },
});

export default config;
