import { expect, test } from '@jest/globals';
import { isGeographic, isMetric, utmZone } from './metric-system.ts';

const utm =
  'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",UNIT["degree",0.0174]],PROJECTION["Transverse_Mercator"],UNIT["metre",1]]';
const web = 'PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84"],PROJECTION["Mercator_1SP"],UNIT["metre",1]]';
const feet = 'PROJCS["NAD83 / New York",PROJECTION["Transverse_Mercator"],UNIT["US survey foot",0.3048]]';
const geographic = 'GEOGCS["ETRS89",UNIT["degree",0.0174]]';

test.each([
  ['UTM', { srid: 32633, srtext: utm }, { metric: true, geographic: false }],
  ['the Mercator of web maps', { srid: 3857, srtext: web }, { metric: false, geographic: false }],
  ['feet', { srid: 2260, srtext: feet }, { metric: false, geographic: false }],
  ['longitude and latitude', { srid: 4258, srtext: geographic }, { metric: false, geographic: true }],
  ['an unknown system', { srid: 990001, srtext: null }, { metric: false, geographic: false }],
])('distances in %s', (_name, facts, { metric, geographic: isDegrees }) => {
  expect({ metric: isMetric(facts), geographic: isGeographic(facts) }).toEqual({
    metric,
    geographic: isDegrees,
  });
});

test.each([
  ['Berlin', [13, 52.3, 13.8, 52.7], 32633],
  ['Sydney', [150.5, -34.2, 151.4, -33.5], 32756],
  ['the last zone', [179, 10, 180, 11], 32660],
  ['Germany, 9° wide', [5.9, 47.3, 15, 55], null],
  ['the pole', [10, 85, 12, 86], null],
] as const)('the UTM zone of %s', (_name, extent, srid) => {
  expect(utmZone(extent)).toBe(srid);
});
