import { expect, test } from '@jest/globals';
import { readValue, typedOf } from './clause-value.ts';

test('typed text becomes a value of the column, or undefined', () => {
  expect(readValue('number', 'gte', [' 1000 '])).toBe(1000);
  expect(readValue('number', 'gte', ['1e6'])).toBe(1e6);
  expect(readValue('number', 'gte', ['a lot'])).toBeUndefined();
  expect(readValue('text', 'eq', [' a '])).toBe(' a ');
  expect(readValue('boolean', 'eq', ['false'])).toBe(false);
  expect(readValue('date', 'lt', ['2026-02-01'])).toBe('2026-02-01');
});

test('a number of more digits than a double holds keeps them all', () => {
  expect(readValue('number', 'eq', ['12345678901234567890.12'])).toBe('12345678901234567890.12');
});

test('ranges take two values, lists as many as there are, and missing ones are refused', () => {
  expect(readValue('number', 'between', ['1', '2'])).toEqual([1, 2]);
  expect(readValue('number', 'between', ['1'])).toBeUndefined();
  expect(readValue('number', 'between', ['1', ''])).toBeUndefined();
  expect(readValue('text', 'in', ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(readValue('text', 'in', [])).toBeUndefined();
  expect(readValue('text', 'is_null', [])).toBeNull();
});

test('a value is typed text again', () => {
  expect(typedOf([1, 2])).toEqual(['1', '2']);
  expect(typedOf(null)).toEqual([]);
});
