import preset from '@cairn/testing/jest-preset';

/** The most and the longest tests of all: two files at a time, and time for a machine that is busy with them. */
export default {
  ...preset,
  maxWorkers: process.env.CAIRN_TEST_WORKERS === '1' ? 2 : preset.maxWorkers,
  testTimeout: 60_000,
};
