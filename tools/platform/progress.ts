import { styleText } from 'node:util';

/** Prints one line per step, with the time that it took. */
export interface Progress {
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
  note(sentence: string): void;
}

export const silent: Progress = { step: (_title, work) => work(), note: () => undefined };

/** Lines for a terminal or a log: written when a step ends, so that steps may run side by side. */
export function printedProgress(
  write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Progress {
  return {
    note: (sentence) => write(`  ${sentence}`),
    step: async (title, work) => {
      const started = performance.now();
      const result = await work();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      write(
        `  ${styleText('green', '✔', { stream: process.stdout })} ${title.padEnd(46)} ${seconds.padStart(6)} s`,
      );
      return result;
    },
  };
}
