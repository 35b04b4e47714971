import { expect, test } from '@jest/globals';
import { formatArea, formatLength } from './measures.ts';

test('areas and lengths are shown in a readable unit', () => {
  expect(formatArea(357_582_000_000)).toBe('357,582 km²');
  expect(formatArea(1_234_567)).toBe('1.235 km²');
  expect(formatArea(32_000)).toBe('3.2 ha');
  expect(formatArea(840)).toBe('840 m²');
  expect(formatArea(0)).toBe('0 m²');
  expect(formatLength(1_250_400)).toBe('1,250 km');
  expect(formatLength(12.345)).toBe('12.35 m');
});
