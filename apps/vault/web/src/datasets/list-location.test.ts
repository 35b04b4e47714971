import { expect, test } from '@jest/globals';
import { countByFolder, locationOf, rowsIn, searchFor } from './list-location.ts';

const params = (text: string) => new URLSearchParams(text);

test('the URL names the list location, and a malformed one means all datasets', () => {
  expect(locationOf(params('folder=12'))).toEqual({ kind: 'folder', id: 12 });
  expect(locationOf(params('folder=none'))).toEqual({ kind: 'unfiled' });
  expect(locationOf(params('archived=only&folder=12'))).toEqual({ kind: 'archived' });
  for (const text of ['', 'folder=0', 'folder=-1', 'folder=x', 'archived=include'])
    expect(locationOf(params(text))).toEqual({ kind: 'all' });
});

test('changing the location keeps search, filters and view, and resets the page', () => {
  const here = params('q=river&type=vector&view=table&folder=3&page=4&panel=folder:3&archived=include');
  expect(searchFor({ kind: 'folder', id: 5 }, here)).toBe(
    '?q=river&type=vector&view=table&archived=include&folder=5',
  );
  expect(searchFor({ kind: 'all' }, here)).toBe('?q=river&type=vector&view=table&archived=include');
});

test('leaving the archived list removes its URL parameter', () => {
  expect(searchFor({ kind: 'unfiled' }, params('archived=only'))).toBe('?folder=none');
  expect(searchFor({ kind: 'all' }, params('archived=only'))).toBe('?');
  expect(searchFor({ kind: 'archived' }, params('folder=3'))).toBe('?archived=only');
});

test('each location has its datasets, and they are counted by folder', () => {
  const rows = [{ folder_id: 1 }, { folder_id: 2 }, { folder_id: 1 }, {}];
  expect(rowsIn(rows, { kind: 'folder', id: 1 })).toHaveLength(2);
  expect(rowsIn(rows, { kind: 'unfiled' })).toEqual([{}]);
  expect(rowsIn(rows, { kind: 'all' })).toHaveLength(4);
  expect(countByFolder(rows)).toEqual(
    new Map([
      [1, 2],
      [2, 1],
      [null, 1],
    ]),
  );
});
