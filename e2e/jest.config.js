import preset from '@cairn/testing/jest-preset';

/** Browser tests: one platform for all files (global-setup), two browsers at most beside it. */
export default {
  ...preset,
  globalSetup: './src/global-setup.ts',
  globalTeardown: './src/global-teardown.ts',
  testTimeout: 4 * Number(process.env.CAIRN_E2E_PATIENCE_MS || 30_000),
  maxWorkers: process.env.CAIRN_TEST_WORKERS ?? 2,
};
