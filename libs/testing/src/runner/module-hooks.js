import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const GLOBALS = new URL('./jest-globals.js', import.meta.url).href;
const require = createRequire(import.meta.url);

/** What Node does not do by itself: Jest's globals outside of its `vm`, JSX, and style sheets that components import. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    return next(specifier, context);
  },
  load(url, context, next) {
    if (url.endsWith('.css')) return { format: 'module', source: 'export default {};', shortCircuit: true };
    if (url.endsWith('.tsx')) return { format: 'module', source: compileJsx(url), shortCircuit: true };
    return next(url, context);
  },
});

function compileJsx(url) {
  // Loaded by the few files that need it; source maps keep the lines of stack traces.
  const { transformSync } = require('@swc/core');
  process.setSourceMapsEnabled(true);
  const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
    filename: fileURLToPath(url),
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2024',
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  });
  return code;
}
