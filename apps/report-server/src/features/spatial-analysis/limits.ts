/** What a run may use. */
export interface AnalysisLimit {
  /** Multiplies the limits of the analysis. */
  factor: number;
  /** Longest time in the database. */
  timeoutMs: number;
  /** Bytes that the database may send. */
  maxBytes: number;
  isJob: boolean;
}

/** For callers that wait for the answer. */
export const REQUEST_LIMIT: AnalysisLimit = {
  ...{ factor: 1, timeoutMs: 60_000, maxBytes: 64 * 1024 ** 2 },
  isJob: false,
};

export const MAX_RESULT_BYTES = 1024 ** 3;

export const JOB_LIMIT: AnalysisLimit = {
  ...{ factor: 5, timeoutMs: 15 * 60_000, maxBytes: 2 * MAX_RESULT_BYTES },
  isJob: true,
};

export const KEEP_RESULT_MS = 24 * 3_600_000;

/** Jobs of one person that may wait or run. */
export const MAX_UNFINISHED = 5;
