import { expect, test } from '@jest/globals';
import { hexColor } from './document-fonts.ts';
import { rgb } from './pdf/operators.ts';

test('Writers draw nothing in a colour that ends in 00 of eight digits, and other colours without their opacity', () => {
  expect([rgb('#FFFFFF00'), rgb('#FF0000FF'), rgb('#FF0000')]).toEqual([null, '1 0 0', '1 0 0']);
  expect([hexColor('#FFFFFF00'), hexColor('#FF0000FF'), hexColor('#FF0000')]).toEqual([
    null,
    'FF0000',
    'FF0000',
  ]);
});
