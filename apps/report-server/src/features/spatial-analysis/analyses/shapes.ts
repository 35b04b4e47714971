import { splitAtAntimeridian } from '../postgis.ts';
import type { Analysis } from '../types.ts';
import { geography, MAX_FEATURES, MAX_OUTPUT, metres } from './expressions.ts';

const limits = { features: MAX_FEATURES, output: MAX_OUTPUT };
const groupBy = {
  group_by: {
    type: 'array',
    items: { type: 'string' },
    maxItems: 5,
    default: [],
    title: 'Group by',
    'x-column': 'any',
    description: 'One result for each combination of the values of these columns',
  },
};
/** A union of more features than this goes over a grid of tiles, which keeps each union small. */
const TILED_UNION = 20_000;
const TILES = 32;
/** A buffer of one feature that spans more degrees than this is not accurate. */
const WIDE_DEGREES = 10;

export const buffer: Analysis<{ distance_m: number; quad_segs: number; dissolve: boolean }> = {
  id: 'buffer',
  title: 'Buffer',
  description: 'The area within a distance of each feature.',
  inputs: 1,
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['distance_m'],
    properties: {
      distance_m: metres('Distance', {
        ...{ minimum: -5_000_000, maximum: 5_000_000 },
        description: 'A negative distance shrinks areas',
      }),
      quad_segs: {
        type: 'integer',
        minimum: 1,
        maximum: 64,
        default: 16,
        title: 'Segments of a quarter circle',
      },
      dissolve: { type: 'boolean', title: 'One area for all features', default: false },
    },
  },
  unit: 'm',
  limits,
  method: 'ST_Buffer of the geography, with distances on the ground.',
  metric: 'none',
  compile({ postgis, a, parameters, bind, warn }) {
    const { fn, geometry } = postgis;
    const distance = bind(parameters.distance_m, 'float8');
    const style = bind(`quad_segs=${parameters.quad_segs}`, 'text');
    const buffered = `${fn('ST_Buffer')}(${geography(postgis, a, 'a')}, ${distance}, ${style})::${geometry}`;
    const { extent } = a.frame;
    if (a.dimension !== 0 && extent && extent[2] - extent[0] > WIDE_DEGREES) {
      warn(
        `Buffers of features that are wider than ${WIDE_DEGREES}° are up to a fifth too wide or too narrow. Split such features first.`,
      );
    }
    const each = `SELECT o.key, o.props, ${splitAtAntimeridian({ fn }, 'o.g')} AS g
      FROM (SELECT a.key, a.props, ${buffered} AS g FROM (${a.rows}) AS a) AS o
      WHERE NOT ${fn('ST_IsEmpty')}(o.g)`;
    if (!parameters.dissolve) return each;
    return `SELECT '1' AS key, jsonb_build_object('features', count(*)) AS props, ${fn('ST_Union')}(e.g) AS g
      FROM (${each}) AS e HAVING count(*) > 0`;
  },
};

export const dissolve: Analysis<{ group_by: string[] }> = {
  id: 'dissolve',
  title: 'Dissolve',
  description: 'Merges features into one, or into one for each value of some columns.',
  inputs: 1,
  parameters: { type: 'object', additionalProperties: false, properties: groupBy },
  unit: null,
  limits: { features: 1_000_000, output: MAX_OUTPUT },
  method: 'ST_Union by group; of many features first by tiles, then of the tiles.',
  metric: 'none',
  compile({ postgis, a, bind }) {
    const { fn } = postgis;
    const { count, ownExtent } = a.frame;
    const merged = (rows: string, features: string) =>
      `SELECT row_number() OVER (ORDER BY u.grp::text)::text AS key, u.grp || jsonb_build_object('features', u.n) AS props, u.g
        FROM (SELECT r.grp, ${features} AS n, ${fn('ST_Union')}(r.g) AS g FROM (${rows}) AS r GROUP BY r.grp) AS u`;
    if (count <= TILED_UNION || !ownExtent) return merged(a.rows, 'count(*)');
    const [west, south, east, north] = ownExtent;
    const tile = (axis: 'X' | 'Y', from: number, to: number) =>
      `floor((${fn(`ST_${axis}Min`)}(a.g) - ${bind(from, 'float8')}) / ${bind((to - from) / TILES || 1, 'float8')})`;
    const tiles = `SELECT a.grp, count(*) AS n, ${fn('ST_Union')}(a.g) AS g FROM (${a.rows}) AS a
      GROUP BY a.grp, ${tile('X', west, east)}, ${tile('Y', south, north)}`;
    return merged(tiles, 'sum(r.n)');
  },
};

export const convexHull: Analysis<{ group_by: string[] }> = {
  id: 'convex_hull',
  title: 'Convex hull',
  description: 'The smallest convex area around all features, or around those of each group.',
  inputs: 1,
  parameters: { type: 'object', additionalProperties: false, properties: groupBy },
  unit: null,
  limits,
  method: 'ST_ConvexHull of the collected features. Fewer than three points make a point or a line.',
  metric: 'none',
  compile: ({ postgis: { fn }, a }) =>
    `SELECT row_number() OVER (ORDER BY a.grp::text)::text AS key,
        a.grp || jsonb_build_object('features', count(*)) AS props,
        ${fn('ST_ConvexHull')}(${fn('ST_Collect')}(a.g)) AS g
      FROM (${a.rows}) AS a GROUP BY a.grp`,
};

export const concaveHull: Analysis<{ group_by: string[]; ratio: number; holes: boolean }> = {
  id: 'concave_hull',
  title: 'Concave hull',
  description: 'An area around all features, or those of each group, that follows their outline.',
  inputs: 1,
  parameters: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...groupBy,
      ratio: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        default: 0.3,
        title: 'Ratio',
        description: '0 follows closely, 1 is the convex hull',
      },
      holes: { type: 'boolean', title: 'Allow holes', default: false },
    },
  },
  unit: null,
  limits,
  method: 'ST_ConcaveHull of the collected features.',
  metric: 'none',
  compile: ({ postgis: { fn }, a, parameters, bind }) =>
    `SELECT row_number() OVER (ORDER BY a.grp::text)::text AS key,
        a.grp || jsonb_build_object('features', count(*)) AS props,
        ${fn('ST_ConcaveHull')}(${fn('ST_Collect')}(a.g), ${bind(parameters.ratio, 'float8')}, ${bind(parameters.holes, 'bool')}) AS g
      FROM (${a.rows}) AS a GROUP BY a.grp`,
};

export const centroid: Analysis<{ on_surface: boolean }> = {
  id: 'centroid',
  title: 'Centroid',
  description: 'The centre of each feature, or a point that is certainly on it, for labels.',
  inputs: 1,
  parameters: {
    type: 'object',
    additionalProperties: false,
    properties: {
      on_surface: {
        type: 'boolean',
        default: false,
        title: 'A point on the feature',
        description: 'The centroid of a U is outside of it',
      },
    },
  },
  unit: null,
  limits,
  method: 'ST_Centroid of the geography, or ST_PointOnSurface.',
  metric: 'none',
  compile({ postgis, a, parameters }) {
    const { fn, geometry } = postgis;
    const point = parameters.on_surface
      ? `${fn('ST_PointOnSurface')}(a.g)`
      : `${fn('ST_Centroid')}(${geography(postgis, a, 'a')})::${geometry}`;
    return `SELECT a.key, a.props, ${point} AS g FROM (${a.rows}) AS a`;
  },
};
