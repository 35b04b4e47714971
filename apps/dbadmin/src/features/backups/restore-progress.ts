/** Steps of pg_restore in the output of `--verbose`: the main process writes a line at the start of each, parallel ones at the end. */
const STEP = /^pg_restore: (?:creating|processing data for|executing) ([A-Z][A-Z ]*[A-Z])?/;
const FINISHED = /^pg_restore: finished item \d+ ([A-Z ]+?) /;
const PARALLEL = /^pg_restore: entering main parallel loop/;

/** Follows a restore by the entries of its backup (`pg_restore --list`). */
export function createRestoreProgress(list: string) {
  const total = list.split('\n').filter((line) => line !== '' && !line.startsWith(';')).length || 1;
  let done = 0;
  let isParallel = false;

  return {
    /** pg_restore starts again, with another part of the list. */
    restart(): void {
      isParallel = false;
    },
    /** Takes a line of output. Returns the stage in words; null when the line is not about a step. */
    addLine(line: string): string | null {
      if (PARALLEL.test(line)) isParallel = true;
      const ended = FINISHED.exec(line);
      const begun = STEP.exec(line);
      if (ended || (begun && !isParallel)) done += 1;
      if (!ended && !begun) return null;
      return STAGES.find(([pattern]) => pattern.test(line))?.[1] ?? 'Restoring';
    },
    /** 0 to 1. */
    share: (): number => Math.min(1, done / total),
  };
}

const STAGES: [RegExp, string][] = [
  [/TABLE DATA|processing data/, 'Restoring rows'],
  [/INDEX/, 'Building indexes'],
  [/CONSTRAINT/, 'Checking constraints'],
];
