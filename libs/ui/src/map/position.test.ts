import { expect, test } from '@jest/globals';
import { startMessages } from '../i18n.ts';
import { displayName, displayValue } from './attributes.ts';
import { formatPosition } from './position.ts';

test('a position is written with hemispheres instead of signs', () => {
  expect(formatPosition([-73.98215, -40.75], 'en')).toBe('40.7500° S, 73.9822° W');
});

startMessages({});

test('a feature is named by its name attribute or its id', () => {
  const feature = { type: 'Feature' as const, geometry: null as never, properties: { NAME: 'Rhine' } };
  expect(displayName(feature, 3)).toBe('Rhine');
  expect(displayName({ ...feature, properties: { NAME: ' ' } }, 3)).toBe('Row 3');
  expect(displayName({ ...feature, properties: { id: 'x', ADM_NAME: 'Oslo' } }, 3)).toBe('Oslo');
});

test('attributes are plain text: numbers without thousands separators, a dash for no value', () => {
  expect(displayValue(37009, 'en')).toBe('37009');
  expect(displayValue(1234567.5, 'de')).toBe('1234567,5');
  expect(displayValue(null, 'en')).toBe('–');
  expect(displayValue({ a: 1 }, 'en')).toBe('{"a":1}');
});
