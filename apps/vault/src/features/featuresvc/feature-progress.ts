/** The rate is an average of this time. */
const WINDOW_MS = 5_000;
/** Percent of the job when all features have arrived. */
const ARRIVED = 95;

interface LayerProgress {
  layer: string;
  /** Features of the layers before. */
  before: number;
  /** Features of this layer so far, and of all of it. */
  rows: number;
  of: number;
}

/** Turns counts into `Loading "Roads": 12,000 of 200,000 features, 3,400 features/s`. */
export function createFeatureProgress(
  progress: (percent: number, stage: string) => void,
  total: number,
  now: () => number = Date.now,
): (state: LayerProgress) => void {
  let marks: { at: number; done: number }[] = [];
  return ({ layer, before, rows, of }) => {
    const done = before + rows;
    const at = now();
    marks = [...marks.filter((mark) => at - mark.at <= WINDOW_MS), { at, done }];
    const [first] = marks;
    const seconds = (at - first!.at) / 1000;
    const rate = seconds < 0.5 ? '' : `, ${format((done - first!.done) / seconds)} features/s`;
    const percent = total === 0 ? ARRIVED : Math.min(ARRIVED, Math.floor((done / total) * ARRIVED));
    progress(percent, `Loading "${layer}": ${format(rows)} of ${format(Math.max(rows, of))} features${rate}`);
  };
}

function format(count: number): string {
  return Math.round(count).toLocaleString('en');
}
