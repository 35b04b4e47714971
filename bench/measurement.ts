/** One row of the table that `npm run bench` prints. */
export interface Measurement {
  /** What was measured against what. */
  what: string;
  /** The values with units: "812 of 1,204 requests/s, p99 21 ms". */
  measured: string;
  /** The ratio or value that the goal is about. */
  value: string;
  /** In words: "at least 0.6". */
  goal: string;
  met: boolean;
}

/** The export by which a file of this folder becomes part of the table. */
export type Measure = () => Promise<Measurement[]>;
