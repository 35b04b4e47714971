import type { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { RenderResult } from './render/task.ts';
import { runReport } from './run-report.ts';
import type { RunDeps, RunTask } from './run-report.ts';

const FIGURES: RenderResult = { rows: 1, pages: null, dbMs: 2, renderMs: 3, warnings: [] };

/** Runs a task whose thread sends two chunks and then ends as requested, and notes what happens in which order. */
async function runStreamed(end: () => Promise<RenderResult>): Promise<string[]> {
  const notes: string[] = [];
  const threads = {
    async run(_task, { onChunk }) {
      for (const text of ['a', 'b']) await onChunk?.(new Uint8Array(Buffer.from(text)));
      return end();
    },
  } as RunDeps['threads'];
  const storage = { inScratch: (work) => work('/nowhere') } as RunDeps['storage'];
  await runReport({ storage, threads }, { format: 'csv' } as RunTask, {
    signal: new AbortController().signal,
    async send(document: Readable) {
      try {
        const chunks = await document.toArray();
        notes.push(`sent ${Buffer.concat(chunks).toString()}`);
      } catch (error) {
        notes.push(`cut: ${(error as Error).message}`);
      }
    },
    async onComplete({ bytes }) {
      await new Promise(setImmediate);
      notes.push(`complete with ${bytes} bytes`);
    },
    async onFailure(error) {
      await new Promise(setImmediate);
      notes.push(`failed: ${(error as Error).message}`);
    },
  }).catch(() => notes.push('rejected'));
  return notes;
}

test('a document that streams ends only after its figures were taken', async () => {
  expect(await runStreamed(async () => FIGURES)).toEqual(['complete with 2 bytes', 'sent ab']);
});

test('a document that breaks off is cut only after its failure was taken', async () => {
  const notes = await runStreamed(() => Promise.reject(new Error('out of memory')));
  expect(notes).toEqual(['failed: out of memory', 'cut: out of memory', 'rejected']);
});
