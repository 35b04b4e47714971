import { expect, test } from '@jest/globals';
import { cornersOf, shareInView, parseBounds, snapView } from './preview.ts';

test('the bounds of an image are parsed from its header, null when malformed', () => {
  expect(parseBounds('-84.4,36.1,-84,36.5')).toEqual([-84.4, 36.1, -84, 36.5]);
  expect(parseBounds('1,2,3')).toBeNull();
  expect(parseBounds(null)).toBeNull();
  expect(parseBounds('')).toBeNull();
});

test('corners go clockwise from the top left', () => {
  expect(cornersOf([1, 2, 3, 4])).toEqual([
    [1, 4],
    [3, 4],
    [3, 2],
    [1, 2],
  ]);
});

test('a snapped view contains the view, stays within the world and is stable under small moves', () => {
  const view: [number, number, number, number] = [10.1, 40.2, 18.1, 46.2];
  const snapped = snapView(view);
  expect(shareInView(snapped, view)).toBe(1);
  expect(snapView([10.2, 40.3, 18.2, 46.3])).toEqual(snapView([10.25, 40.35, 18.25, 46.35]));
  expect(snapView([-400, -89, 400, 89])).toEqual([-180, -90, 180, 90]);
});

test('shareInView returns the visible share of an extent', () => {
  expect(shareInView([0, 0, 10, 10], [0, 0, 20, 10])).toBe(0.5);
  expect(shareInView([30, 0, 40, 10], [0, 0, 20, 10])).toBe(0);
  expect(shareInView([0, 0, 1, 1], [0.5, 0.5, 0.5, 0.5])).toBe(1);
});

test('a view across 180° covers all longitudes, and a wrapped view is normalised', () => {
  expect(snapView([150, -10, 200, 10])).toEqual([-180, -12, 180, 12]);
  expect(snapView([370, -10, 390, 10])).toEqual([10, -10, 30, 10]);
});
