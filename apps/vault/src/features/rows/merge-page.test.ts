import { expect, test } from '@jest/globals';
import { mergePage } from './merge-page.ts';

/** Whole numbers below a limit, each with the given chance. */
function some(limit: number, chance: number): number[] {
  return Array.from({ length: limit }, (_, i) => i).filter(() => Math.random() < chance);
}

test('any page of the merged rows is what cutting it out of all of them would give', () => {
  for (let round = 0; round < 300; round += 1) {
    const total = Math.floor(Math.random() * 40);
    const removed = some(total, Math.random());
    const added = some(total + 1, Math.random()).flatMap((before) =>
      Array.from({ length: 1 + Math.floor(Math.random() * 3) }, (_, i) => ({
        key: `${before}.${i}`,
        before,
      })),
    );
    const all: unknown[] = [];
    for (let position = 0; position <= total; position += 1) {
      all.push(...added.filter(({ before }) => before === position).map(({ key }) => ({ key })));
      if (position < total && !removed.includes(position)) all.push({ position });
    }
    const offset = Math.floor(Math.random() * (all.length + 3));
    const limit = 1 + Math.floor(Math.random() * 10);
    expect(mergePage({ removed, added }, { total, offset, limit })).toEqual({
      total: all.length,
      items: all.slice(offset, offset + limit),
    });
  }
});
