import { fileURLToPath } from 'node:url';

/** The one Jest configuration: ES modules, `.ts` in import paths, real time limits, counts for the summary. */
export default {
  runner: fileURLToPath(new URL('./runner/native-runner.js', import.meta.url)),
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
  transform: {},
  setupFilesAfterEnv: [fileURLToPath(new URL('./same-bytes.js', import.meta.url))],
  // For what hangs: most tests take a second, and all of them more on a machine that is busy.
  testTimeout: 180_000,
  maxWorkers: process.env.CAIRN_TEST_WORKERS ?? '50%',
  // One line a file is enough when all suites run; failures are printed in full either way.
  reporters: ['default', fileURLToPath(new URL('./count-reporter.js', import.meta.url))],
};
