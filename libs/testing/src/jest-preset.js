import { fileURLToPath } from 'node:url';

const typescript = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx },
      target: 'es2024',
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** The one Jest configuration: ES modules, `.ts` in import paths, real time limits, counts for the summary. */
export default {
  testEnvironment: 'node',
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': typescript(false), '\\.tsx$': typescript(true) },
  moduleNameMapper: { '\\.css$': fileURLToPath(new URL('./empty-style.js', import.meta.url)) },
  setupFilesAfterEnv: [fileURLToPath(new URL('./same-bytes.js', import.meta.url))],
  testTimeout: 30_000,
  maxWorkers: process.env.CAIRN_TEST_WORKERS ?? '50%',
  // One line a file is enough when all suites run; failures are printed in full either way.
  reporters: ['default', fileURLToPath(new URL('./count-reporter.js', import.meta.url))],
};
