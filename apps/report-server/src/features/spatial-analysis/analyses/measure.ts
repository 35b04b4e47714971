import type { Analysis } from '../types.ts';
import { geography, MAX_FEATURES, MAX_OUTPUT, once } from './expressions.ts';

export const measure: Analysis<Record<never, never>> = {
  id: 'measure',
  title: 'Measure',
  description: 'Area and perimeter of areas, length of lines.',
  inputs: 1,
  parameters: { type: 'object', additionalProperties: false, properties: {} },
  unit: 'm, m²',
  limits: { features: MAX_FEATURES, output: MAX_OUTPUT },
  method: 'ST_Area, ST_Perimeter and ST_Length of the geography, on the spheroid of WGS 84.',
  metric: 'none',
  compile({ postgis, a }) {
    const { fn } = postgis;
    const shape = geography(postgis, a, 'a');
    const ofDimension = (dimension: number, measured: string) =>
      `CASE ${fn('ST_Dimension')}(a.g) WHEN ${dimension} THEN ${fn(measured)}(${shape}) END`;
    return `SELECT a.key, a.props || jsonb_build_object('area_m2', ${ofDimension(2, 'ST_Area')},
        'perimeter_m', ${ofDimension(2, 'ST_Perimeter')}, 'length_m', ${ofDimension(1, 'ST_Length')}) AS props, a.g
      FROM ${once(a.rows)} AS a`;
  },
};
