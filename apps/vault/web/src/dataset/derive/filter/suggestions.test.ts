import { expect, test } from '@jest/globals';
import type { Field } from '../../../client.ts';
import { acceptSuggestion, contextAt, suggestionsFor } from './suggestions.ts';

const fields: Field[] = [
  { name: 'population', type: 'integer' },
  { name: 'name', type: 'text' },
  { name: 'long name', type: 'text' },
];
const values = [
  { value: 'Oslo', count: 3 },
  { value: "L'Aquila", count: 1 },
];
const sources = { fields, values, kindOf: ({ type }: Field) => type, formatNumber: String };

/** What is suggested where the text has a bar. */
function suggested(marked: string): string[] {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  return suggestionsFor(contextAt(text, caret), sources).map(({ text: each }) => each);
}

test('at the beginning, after AND, OR, NOT and in parentheses a field is suggested', () => {
  for (const text of ['|', 'population > 5 AND |', 'population > 5 or |', '(|', 'NOT |'])
    expect(suggested(text).slice(0, 3)).toEqual(['population', 'name', '"long name"']);
});

test('typing filters the suggestions, those starting with the text first', () => {
  expect(suggested('na|')).toEqual(['name', '"long name"']);
  expect(suggested('"lo|')).toEqual(['"long name"']);
  expect(suggested('population|')).toEqual([]);
});

test('after a field its operators are suggested, after an operator its values', () => {
  expect(suggested('name |')).toContain('ILIKE');
  expect(suggested('population |')).not.toContain('ILIKE');
  expect(suggested('population |')).toContain('BETWEEN');
  expect(suggested('name = |')).toEqual(["'Oslo'", "'L''Aquila'"]);
  expect(suggested("name = 'aq|")).toEqual(["'L''Aquila'"]);
  expect(contextAt('"long name" IN (', 16)).toMatchObject({ expects: 'value', field: 'long name' });
  expect(suggested("name IN ('Oslo', |")).toHaveLength(2);
});

test('after a value AND and OR are suggested, except for the AND of BETWEEN', () => {
  expect(suggested('population > 5 |')).toEqual(['AND', 'OR']);
  expect(suggested('name IS NULL |')).toEqual(['AND', 'OR']);
  expect(contextAt('population BETWEEN 1 AND ', 25)).toMatchObject({ expects: 'value', field: 'population' });
  expect(contextAt('population BETWEEN 1 AND 5 AND ', 31)).toMatchObject({ expects: 'field' });
});

test('a suggestion replaces the started word and leaves the rest', () => {
  const text = 'po > 5';
  const context = contextAt(text, 2);
  const [first] = suggestionsFor(context, sources);
  expect(acceptSuggestion(text, 2, context, first as never)).toEqual({ text: 'population > 5', caret: 10 });
  const empty = contextAt('', 0);
  expect(acceptSuggestion('', 0, empty, { label: 'name', text: 'name', kind: 'field' })).toEqual({
    text: 'name ',
    caret: 5,
  });
});
