import preset from '@cairn/testing/jest-preset';

/** Browser tests: one platform for all files (global-setup), two browsers at most beside it. */
export default {
  ...preset,
  globalSetup: './src/global-setup.ts',
  globalTeardown: './src/global-teardown.ts',
  // Each wait has its own limit; this one is for what hangs.
  testTimeout: 10 * Number(process.env.CAIRN_E2E_PATIENCE_MS || 60_000),
  maxWorkers: process.env.CAIRN_TEST_WORKERS ?? 2,
};
