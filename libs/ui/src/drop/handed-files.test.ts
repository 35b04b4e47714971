import { expect, test } from '@jest/globals';
import { handOverFiles, takeHandedFiles } from './handed-files.ts';

test('files are handed over once, even without browser storage', async () => {
  const file = new File(['x'], 'roads.geojson');
  handOverFiles([file]);
  expect(await takeHandedFiles()).toEqual([file]);
  expect(await takeHandedFiles()).toEqual([]);
});
