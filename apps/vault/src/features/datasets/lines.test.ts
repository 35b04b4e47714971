import { expect, test } from '@jest/globals';
import { createLines } from './lines.ts';
import type { DatasetOutline } from './types.ts';

/** Datasets in memory, and which of them were read. */
function shelf(options: { maxBytes?: number; inspected?: boolean } = {}) {
  const states = new Map<number, number>();
  const asked: number[] = [];
  const outline = (id: number) =>
    ({
      id,
      name: `dataset ${id}`,
      folderId: null,
      state: states.get(id),
      inspected: options.inspected ?? true,
    }) as DatasetOutline;
  const linesOf = createLines({
    async read(ids) {
      asked.push(...ids);
      return ids.filter((id) => states.has(id)).map(outline);
    },
    write: ({ id, state }) => `${id}@${state} `,
    maxBytes: options.maxBytes ?? 1_000,
  });
  return {
    states,
    /** The texts of a list, and the datasets that had to be read for it. */
    async list(ids: number[]) {
      asked.length = 0;
      const lines = await linesOf({ ids, states: ids.map((id) => states.get(id) ?? 0) });
      return { texts: lines.map(({ text }) => text.toString().trim()), asked: [...asked] };
    },
  };
}

test('a line is read once, and anew when its dataset is in another state', async () => {
  const { states, list } = shelf();
  for (const id of [1, 2, 3]) states.set(id, 10);
  expect(await list([3, 1, 2])).toEqual({ texts: ['3@10', '1@10', '2@10'], asked: [3, 1, 2] });
  expect(await list([1, 2])).toEqual({ texts: ['1@10', '2@10'], asked: [] });
  states.set(2, 11);
  expect(await list([1, 2, 3])).toEqual({ texts: ['1@10', '2@11', '3@10'], asked: [2] });
});

test('a dataset that went between two questions has no line', async () => {
  const { states, list } = shelf();
  states.set(1, 10);
  expect(await list([1, 2])).toEqual({ texts: ['1@10'], asked: [1, 2] });
});

test('a dataset whose file was not read yet is read each time', async () => {
  const { states, list } = shelf({ inspected: false });
  states.set(1, 10);
  for (let i = 0; i < 2; i += 1) expect(await list([1])).toEqual({ texts: ['1@10'], asked: [1] });
});

test('no more is kept than allowed, the oldest gone first', async () => {
  const { states, list } = shelf({ maxBytes: 10 });
  for (const id of [1, 2, 3]) states.set(id, 10);
  await list([1, 2, 3]);
  expect((await list([3, 2])).asked).toEqual([]);
  expect((await list([1, 2])).asked).toEqual([1]);
});

test('thousands are read in portions, and come in the order of the question', async () => {
  const { states, list } = shelf({ maxBytes: 1_000_000 });
  const ids = Array.from({ length: 2_500 }, (_each, n) => 5_000 - n);
  for (const id of ids) states.set(id, 1);
  expect((await list(ids)).texts).toEqual(ids.map((id) => `${id}@1`));
  expect((await list(ids)).asked).toEqual([]);
});
