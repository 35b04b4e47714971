import { expect, test } from '@jest/globals';
import { conditionText, joined, nameText, valueText, type Comparison } from './condition-text.ts';

const of = (type: 'text' | 'integer' | 'date' | 'boolean', comparison: Comparison, value = '', second = '') =>
  conditionText({ field: { name: 'field', type }, comparison, value, second });

test('field names are quoted where the syntax requires it', () => {
  expect(nameText('population')).toBe('population');
  expect(nameText('größe')).toBe('größe');
  expect(nameText('my field')).toBe('"my field"');
  expect(nameText('2020')).toBe('"2020"');
  expect(nameText('Null')).toBe('"Null"');
  expect(nameText('a"b')).toBe('"a""b"');
});

test('values are written according to their type', () => {
  expect(valueText("L'Aquila", 'text')).toBe("'L''Aquila'");
  expect(valueText(12.5, 'real')).toBe('12.5');
  expect(valueText('2026-01-31', 'date')).toBe("DATE '2026-01-31'");
  expect(valueText('2026-01-31T12:00', 'datetime')).toBe("TIMESTAMP '2026-01-31 12:00'");
  expect(valueText(true, 'boolean')).toBe('TRUE');
  expect(valueText('much', 'integer')).toBeNull();
  expect(valueText('31.1.2026', 'date')).toBeNull();
});

test('the builder writes each operator', () => {
  expect(of('integer', 'gt', '1000')).toBe('field > 1000');
  expect(of('integer', 'between', '1', '5')).toBe('field BETWEEN 1 AND 5');
  expect(of('text', 'in', 'a, b')).toBe("field IN ('a', 'b')");
  expect(of('text', 'contains', '50%_')).toBe("field ILIKE '%50\\%\\_%'");
  expect(of('text', 'startsWith', 'New ')).toBe("field ILIKE 'New %'");
  expect(of('text', 'isNull')).toBe('field IS NULL');
  expect(of('boolean', 'eq', 'false')).toBe('field = FALSE');
});

test('a missing value or one of another type gives no condition', () => {
  expect(of('integer', 'gt')).toBeNull();
  expect(of('integer', 'between', '1')).toBeNull();
  expect(of('integer', 'in', '1, two')).toBeNull();
  expect(of('date', 'lt', 'yesterday')).toBeNull();
});

test('joined conditions keep their meaning', () => {
  expect(joined('', 'a = 1', 'AND')).toBe('a = 1');
  expect(joined('a = 1', 'b = 2', 'OR')).toBe('a = 1 OR b = 2');
  expect(joined('a = 1 OR b = 2', 'c = 3', 'AND')).toBe('(a = 1 OR b = 2) AND c = 3');
});
