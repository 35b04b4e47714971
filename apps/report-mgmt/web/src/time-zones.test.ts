import { expect, test } from '@jest/globals';
import { allZones, matchesZone } from './time-zones.ts';

test('zones have their current names, once each', () => {
  const zones = allZones();
  expect(zones).toEqual(expect.arrayContaining(['UTC', 'Asia/Kathmandu', 'Asia/Kolkata', 'Europe/Kyiv']));
  expect(zones).not.toContain('Asia/Katmandu');
  expect(new Set(zones).size).toBe(zones.length);
});

test('a zone is found by its words, and by the name that it had', () => {
  const found = (search: string) => allZones().filter((zone) => matchesZone(zone, search));
  expect(found('new york')).toEqual(['America/New_York']);
  expect(found('Asia/Kathmandu')).toEqual(['Asia/Kathmandu']);
  expect(found('katmandu')).toEqual(['Asia/Kathmandu']);
  expect(found('kiev')).toEqual(['Europe/Kyiv']);
});
