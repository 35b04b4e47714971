import { expect, test } from '@jest/globals';
import { displayName, displayValue } from './attributes.ts';
import { formatPosition } from './position.ts';

test('a position is written with hemispheres instead of signs', () => {
  expect(formatPosition([-73.98215, -40.75], 'en')).toBe('40.7500° S, 73.9822° W');
});

test('a feature is called by its name and else by its id', () => {
  const feature = { type: 'Feature' as const, geometry: null as never, properties: { NAME: 'Rhine' } };
  expect(displayName(feature, 3)).toBe('Rhine');
  expect(displayName({ ...feature, properties: { NAME: ' ' } }, 3)).toBe('#3');
});

test('attributes read well: grouped numbers, a dash for nothing', () => {
  expect(displayValue(1234567.5, 'en')).toBe('1,234,567.5');
  expect(displayValue(null, 'en')).toBe('–');
  expect(displayValue({ a: 1 }, 'en')).toBe('{"a":1}');
});
