import { expect, test } from '@jest/globals';
import { ANONYMOUS } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { createLastListings } from './last-listings.ts';

const VAULT = { serviceKey: 'vault' };
const REPORTS = { serviceKey: 'reports' };
const MEBIBYTE = 1024 * 1024;

const viewer = (id: number, rights: Partial<Actor> = {}): Actor => ({
  ...ANONYMOUS,
  kind: 'user',
  id,
  via: 'session',
  ...rights,
});

test('a listing is kept for one viewer with the same credential and rights', () => {
  const listings = createLastListings();
  listings.set(VAULT, viewer(1, { groupIds: [2, 1] }), { items: [], length: 10 });
  expect(listings.get(VAULT, viewer(1, { groupIds: [1, 2] }))).toEqual([]);
  for (const other of [
    viewer(2, { groupIds: [1, 2] }),
    viewer(1, { groupIds: [1] }),
    viewer(1, { groupIds: [1, 2], isAdmin: true }),
    viewer(1, { groupIds: [1, 2], via: 'token' }),
    ANONYMOUS,
  ]) {
    expect(listings.get(VAULT, other)).toBeUndefined();
  }
  expect(listings.get(REPORTS, viewer(1, { groupIds: [1, 2] }))).toBeUndefined();
});

test('listings take at most 64 MiB together, and a larger one is not kept', () => {
  const listings = createLastListings();
  for (let id = 1; id <= 10; id += 1) listings.set(VAULT, viewer(id), { items: [], length: 10 * MEBIBYTE });
  const kept = Array.from({ length: 10 }, (_each, index) => listings.get(VAULT, viewer(index + 1)));
  expect(kept.map((listing) => listing !== undefined)).toEqual([
    ...Array.from({ length: 4 }, () => false),
    ...Array.from({ length: 6 }, () => true),
  ]);
  listings.set(VAULT, viewer(10), { items: [], length: 65 * MEBIBYTE });
  expect(listings.get(VAULT, viewer(10))).toBeUndefined();
});
