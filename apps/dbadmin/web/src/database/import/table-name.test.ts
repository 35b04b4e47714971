import { expect, test } from '@jest/globals';
import { tableNameOf } from './table-name.ts';

test.each([
  ['Straßen & Wege.gpkg', 'stra_en_wege'],
  ['ne_10m_rivers', 'ne_10m_rivers'],
  ['Élévation', 'elevation'],
  ['2024-points.geojson', 't_2024_points'],
  ['日本', ''],
  ['x'.repeat(80), 'x'.repeat(63)],
])('tableNameOf("%s") returns "%s"', (layer, table) => {
  expect(tableNameOf(layer)).toBe(table);
});
