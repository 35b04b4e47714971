import preset from '@cairn/testing/jest-preset';

/** The most and the longest tests of all: two files at a time, and time for a machine that is busy with them. */
export default { ...preset, maxWorkers: 2 };
