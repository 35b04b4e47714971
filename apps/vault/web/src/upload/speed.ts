export interface Speed {
  /** Bytes a second, smoothed; 0 until it is known. */
  rate: number;
  /** Null until it can be estimated. */
  secondsLeft: number | null;
}

/** How much the newest measurement counts: steady numbers matter more than quick ones. */
const WEIGHT = 0.25;

/** Measures the rate of an upload; `at` is in milliseconds. */
export function createSpeedometer(): (sentBytes: number, totalBytes: number, at: number) => Speed {
  let last: { sent: number; at: number } | null = null;
  let rate = 0;
  return (sent, total, at) => {
    if (last && at > last.at) {
      const now = ((sent - last.sent) / (at - last.at)) * 1000;
      rate = rate === 0 ? now : rate * (1 - WEIGHT) + now * WEIGHT;
    }
    last = { sent, at };
    return { rate, secondsLeft: rate > 0 ? Math.max(0, total - sent) / rate : null };
  };
}
