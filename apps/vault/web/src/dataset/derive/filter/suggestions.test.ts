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
const known = { fields, values, kindOf: ({ type }: Field) => type, formatNumber: String };

/** What is proposed where the text has a bar. */
function proposed(marked: string): string[] {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  return suggestionsFor(contextAt(text, caret), known).map(({ text: each }) => each);
}

test('at the beginning, after AND, OR, NOT and in parentheses a field is proposed', () => {
  for (const text of ['|', 'population > 5 AND |', 'population > 5 or |', '(|', 'NOT |'])
    expect(proposed(text).slice(0, 3)).toEqual(['population', 'name', '"long name"']);
});

test('what is typed narrows the suggestions, those that begin with it first', () => {
  expect(proposed('na|')).toEqual(['name', '"long name"']);
  expect(proposed('"lo|')).toEqual(['"long name"']);
  expect(proposed('population|')).toEqual([]);
});

test('after a field come comparisons that suit it, after one a value of the field', () => {
  expect(proposed('name |')).toContain('ILIKE');
  expect(proposed('population |')).not.toContain('ILIKE');
  expect(proposed('population |')).toContain('BETWEEN');
  expect(proposed('name = |')).toEqual(["'Oslo'", "'L''Aquila'"]);
  expect(proposed("name = 'aq|")).toEqual(["'L''Aquila'"]);
  expect(contextAt('"long name" IN (', 16)).toMatchObject({ expects: 'value', field: 'long name' });
  expect(proposed("name IN ('Oslo', |")).toHaveLength(2);
});

test('after a value the condition goes on; the AND of BETWEEN is not that of two conditions', () => {
  expect(proposed('population > 5 |')).toEqual(['AND', 'OR']);
  expect(proposed('name IS NULL |')).toEqual(['AND', 'OR']);
  expect(contextAt('population BETWEEN 1 AND ', 25)).toMatchObject({ expects: 'value', field: 'population' });
  expect(contextAt('population BETWEEN 1 AND 5 AND ', 31)).toMatchObject({ expects: 'field' });
});

test('a suggestion takes the context of what was begun and leaves the rest', () => {
  const text = 'po > 5';
  const context = contextAt(text, 2);
  const [first] = suggestionsFor(context, known);
  expect(acceptSuggestion(text, 2, context, first as never)).toEqual({ text: 'population > 5', caret: 10 });
  const empty = contextAt('', 0);
  expect(acceptSuggestion('', 0, empty, { label: 'name', text: 'name', kind: 'field' })).toEqual({
    text: 'name ',
    caret: 5,
  });
});
