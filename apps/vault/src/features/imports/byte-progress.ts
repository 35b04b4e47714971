const MIB = 1024 * 1024;
/** The rate is an average of this time. */
const WINDOW_MS = 5_000;

/** Turns counts of bytes into "12.3 MiB of 80 MiB, 4 MiB/s" and a share of `upTo` percent. */
export function createByteProgress(
  progress: (percent: number, stage: string) => void,
  { upTo, now = Date.now }: { upTo: number; now?: () => number },
): (bytes: number, total: number | null) => void {
  const marks: { at: number; bytes: number }[] = [{ at: now(), bytes: 0 }];
  return (bytes, total) => {
    const at = now();
    const last = marks.at(-1);
    // The download started again.
    if (last && bytes < last.bytes) marks.splice(0, marks.length, { at, bytes });
    else if (!last || at - last.at >= WINDOW_MS / 10) marks.push({ at, bytes });
    while (marks.length > 1 && at - (marks[0]?.at ?? at) > WINDOW_MS) marks.shift();
    const first = marks[0] ?? { at, bytes };
    const seconds = Math.max(at - first.at, 1) / 1000;
    const rate = at - first.at < 500 ? '' : `, ${formatBytes((bytes - first.bytes) / seconds)}/s`;
    const percent = total ? (bytes / total) * upTo : 0;
    progress(
      Math.min(percent, upTo),
      `${formatBytes(bytes)}${total ? ` of ${formatBytes(total)}` : ''}${rate}`,
    );
  };
}

/** "1.5 KiB", "12.3 MiB", "80 MiB". */
export function formatBytes(bytes: number): string {
  const [value, unit] =
    bytes < MIB
      ? [bytes / 1024, 'KiB']
      : bytes < 1024 * MIB
        ? [bytes / MIB, 'MiB']
        : [bytes / MIB / 1024, 'GiB'];
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`;
}
