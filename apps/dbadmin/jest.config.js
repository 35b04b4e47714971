import preset from '@cairn/testing/jest-preset';

/** Whole database servers are started and copied: two files at a time, and time for a machine that is busy with them. */
export default { ...preset, maxWorkers: 2 };
