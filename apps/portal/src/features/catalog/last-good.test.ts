import { describe, expect, test } from '@jest/globals';
import { ANONYMOUS } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { createLastGood } from './last-good.ts';

const viewer = (id: number, rights: Partial<Actor> = {}): Actor => ({
  ...ANONYMOUS,
  kind: 'user',
  id,
  via: 'session',
  ...rights,
});
const MEBIBYTE = 1024 * 1024;

describe('last good listings', () => {
  test('are kept for one viewer with the rights of that moment', () => {
    const lastGood = createLastGood();
    lastGood.remember('vault', viewer(1, { groupIds: [2, 1] }), { items: [], length: 10 });
    expect(lastGood.recall('vault', viewer(1, { groupIds: [1, 2] }))).toEqual([]);
    for (const other of [
      viewer(2, { groupIds: [1, 2] }),
      viewer(1, { groupIds: [1] }),
      viewer(1, { groupIds: [1, 2], isAdmin: true }),
      viewer(1, { groupIds: [1, 2], via: 'token' }),
      ANONYMOUS,
    ]) {
      expect(lastGood.recall('vault', other)).toBeNull();
    }
    expect(lastGood.recall('reports', viewer(1, { groupIds: [1, 2] }))).toBeNull();
  });

  test('take no more than 64 MiB, however few of them there are, the oldest gone first', () => {
    const lastGood = createLastGood();
    for (let id = 1; id <= 10; id += 1)
      lastGood.remember('vault', viewer(id), { items: [], length: 10 * MEBIBYTE });
    const kept = Array.from({ length: 10 }, (_each, index) => lastGood.recall('vault', viewer(index + 1)));
    expect(kept.map((listing) => listing !== null)).toEqual([
      ...Array.from({ length: 4 }, () => false),
      ...Array.from({ length: 6 }, () => true),
    ]);
    lastGood.remember('vault', viewer(10), { items: [], length: 65 * MEBIBYTE });
    expect(lastGood.recall('vault', viewer(10))).toBeNull();
  });

  test('are five hundred at most', () => {
    const lastGood = createLastGood();
    for (let id = 1; id <= 501; id += 1) lastGood.remember('vault', viewer(id), { items: [], length: 1 });
    expect(lastGood.recall('vault', viewer(1))).toBeNull();
    expect(lastGood.recall('vault', viewer(2))).toEqual([]);
  });
});
