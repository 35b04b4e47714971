import { expect, test } from '@jest/globals';
import type { Logger } from './logger.ts';
import { repeat } from './repeat.ts';

test('repeat logs a failure once, another failure, and the recovery', async () => {
  const lines: string[] = [];
  const outcomes = ['down', 'down', 'refused', 'refused', '', ''];
  const logger = {
    warn: ({ err }: { err: Error }, text: string) => lines.push(`${err.message}: ${text}`),
    info: (text: string) => lines.push(text),
  } as unknown as Logger;
  await new Promise<void>((done) => {
    const stop = repeat(
      async () => {
        const problem = outcomes.shift();
        if (problem) throw new Error(problem);
        if (problem === '') return;
        stop();
        done();
      },
      { everyMs: 1, what: 'portal registration', logger },
    );
  });
  expect(lines).toEqual([
    'down: portal registration failed, retrying',
    'refused: portal registration failed, retrying',
    'portal registration succeeded again',
  ]);
});
