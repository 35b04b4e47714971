import { expect, test } from '@jest/globals';
import { findTables } from './find-tables.ts';
import type { FoundTable } from './use-all-tables.ts';

const datasource = { key: 'sample', title: 'Sample data' } as FoundTable['datasource'];
const table = (name: string, comment?: string) =>
  ({ datasource, schema: 'public', table: name, comment }) as FoundTable;
const tables = [table('countries', 'Borders and places'), table('populated_places'), table('rivers')];
const names = (text: string) => findTables(tables, text).map((each) => each.table);

test('all tables are found by no word, and by the name of their datasource', () => {
  expect(names('')).toHaveLength(3);
  expect(names('sample')).toHaveLength(3);
});

test('every word has to occur, in whatever order', () => {
  expect(names('places populated')).toEqual(['populated_places']);
  expect(names('places rivers')).toEqual([]);
});

test('a name that begins with the word comes before a comment that has it', () => {
  expect(names('p')[0]).toBe('populated_places');
});
