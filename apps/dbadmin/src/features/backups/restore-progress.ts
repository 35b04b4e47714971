/** A step of pg_restore, as `--verbose` tells it: in the main process one line each, in parallel when it has ended. */
const STEP = /^pg_restore: (?:creating|processing data for|executing) ([A-Z][A-Z ]*[A-Z])?/;
const FINISHED = /^pg_restore: finished item \d+ ([A-Z ]+?) /;
const PARALLEL = /^pg_restore: entering main parallel loop/;

/** Follows a restore against the list of contents of its backup (`pg_restore --list`). */
export function createRestoreProgress(list: string) {
  const total = list.split('\n').filter((line) => line !== '' && !line.startsWith(';')).length || 1;
  let done = 0;
  let isParallel = false;

  return {
    /** pg_restore starts once more, with another part of the list. */
    begin(): void {
      isParallel = false;
    },
    /** What is being done now, in words; null when the line does not tell of a step. */
    hear(line: string): string | null {
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
