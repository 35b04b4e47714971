import { expect, test } from '@jest/globals';
import type { DashboardItem } from '../types.ts';
import { closeRows, findRoom, overlaps, placeItem, removeItem, stepItem, type Layout } from './layout.ts';

const item = (id: string, place: [x: number, y: number, w: number, h: number]): DashboardItem => {
  const [x, y, w, h] = place;
  return { id, widget: { text: id }, x, y, w, h };
};
const places = (layout: Layout) => Object.fromEntries(layout.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]));

test('a step down changes places with the item below, and a step up brings both back', () => {
  const layout = [item('a', [0, 0, 6, 4]), item('b', [0, 4, 6, 6])];
  const down = stepItem(layout, 'a', 'down');
  expect(places(down)).toEqual({ b: [0, 0, 6, 6], a: [0, 6, 6, 4] });
  expect(places(stepItem(down, 'a', 'up'))).toEqual(places(layout));
});

test('a step to the right changes places with a neighbour of another width', () => {
  const layout = [item('a', [0, 0, 4, 4]), item('b', [4, 0, 8, 4])];
  expect(places(stepItem(layout, 'a', 'right'))).toEqual({ b: [0, 0, 8, 4], a: [8, 0, 4, 4] });
});

test('a step down passes an item that has no room above', () => {
  const layout = [item('a', [0, 0, 6, 4]), item('d', [6, 0, 6, 4]), item('c', [0, 4, 12, 4])];
  const next = stepItem(layout, 'a', 'down');
  expect(places(next)).toEqual({ d: [6, 0, 6, 4], c: [0, 4, 12, 4], a: [0, 8, 6, 4] });
});

test('a step beyond the edge of the grid changes nothing', () => {
  const layout = [item('a', [0, 0, 12, 4])];
  for (const direction of ['left', 'right', 'up'] as const)
    expect(stepItem(layout, 'a', direction)).toBe(layout);
});

test('an item that grows moves those below it down, and stays within the grid', () => {
  const layout = [item('a', [6, 0, 6, 4]), item('b', [6, 4, 6, 4]), item('c', [0, 0, 6, 4])];
  const next = placeItem(layout, 'a', { w: 9, h: 6 });
  expect(places(next)).toMatchObject({ a: [3, 0, 9, 6] });
  expect(next.some((one) => next.some((other) => one !== other && overlaps(one, other)))).toBe(false);
});

test('a new item gets the first room that is free', () => {
  const layout = [item('a', [0, 0, 6, 4]), item('b', [0, 4, 12, 2])];
  expect(findRoom(layout, { w: 6, h: 4 })).toEqual({ x: 6, y: 0, w: 6, h: 4 });
  expect(findRoom(layout, { w: 8, h: 4 })).toEqual({ x: 0, y: 6, w: 8, h: 4 });
});

test('rows that become empty are closed, those beside an item stay', () => {
  const layout = [item('a', [0, 0, 6, 4]), item('b', [6, 2, 6, 4]), item('c', [0, 6, 6, 4])];
  expect(places(removeItem(layout, 'a'))).toEqual({ b: [6, 0, 6, 4], c: [0, 4, 6, 4] });
  expect(places(closeRows(layout))).toEqual(places(layout));
});
