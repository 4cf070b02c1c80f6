// The door to the native addon: the generated loader ../binding.cjs, and a clear error where that finds nothing to load.
//
// It is CommonJS, since the import of an ES module cannot be caught, and plain JavaScript, since the sources and both builds of dist/ go
// through this one file: the addon keeps one state for each event loop, and a second copy of the loader would make a second one.
'use strict';

/** @returns {typeof import('../binding.cjs')} */
function load() {
  let binding;
  try {
    binding = require('../binding.cjs');
  } catch (cause) {
    throw require('./load-error.cjs').loadError(cause);
  }
  const { version } = require('../package.json');
  const found = binding.addonVersion?.() ?? 'unknown';
  if (found !== version) throw require('./load-error.cjs').versionError(found);
  return binding;
}

// It is not `module.exports = load()`: Node.js would then look for names that an ES module could import by.
const binding = load();
module.exports = binding;
