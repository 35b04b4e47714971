import { inSystem } from '../postgis.ts';
import type { Analysis, AnalysisContext, AnalysisLayer, Postgis } from '../types.ts';
import { BOTH_PROPS, geography, MAX_FEATURES, MAX_OUTPUT, metres, once, second } from './expressions.ts';

const limits = { features: MAX_FEATURES, output: MAX_OUTPUT };
/** The least metres of a degree of latitude, at the equator on the spheroid of WGS 84. */
const METRES_PER_DEGREE = 110_574;

/**
 * Whether a raw geometry of `layer` may be within `distance` metres of `center`, a geometry in longitude and latitude: by boxes in
 * the layer's own system, so that its index serves. North-south a box has d/110,574 degrees, east-west that divided by the cosine of
 * the outermost latitude, and one percent more; near a pole it has all longitudes, and at the antimeridian there is a second box.
 */
function mayBeWithin(
  { fn, op }: Postgis,
  { layer, raw, center, distance }: { layer: AnalysisLayer; raw: string; center: string; distance: string },
): string {
  const dy = `(1.01 * ${distance} / ${METRES_PER_DEGREE})`;
  const outermost = `(greatest(abs(${fn('ST_YMin')}(${center})), abs(${fn('ST_YMax')}(${center}))) + ${dy})`;
  const dx = `(CASE WHEN ${outermost} >= 89 THEN 360 ELSE ${dy} / cos(radians(${outermost})) END)`;
  const box = `${fn('ST_Expand')}(${center}, ${dx}, ${dy})`;
  if (!layer.frame.isGeographic) {
    // Latitudes beyond the pole have no place in other systems, and a straight edge of the box may be curved there.
    const world = `${fn('ST_MakeEnvelope')}(-180, -90, 180, 90, 4326)`;
    const edge = `${fn('ST_Segmentize')}(${fn('ST_Intersection')}(${box}, ${world}), 1)`;
    return `${raw} ${op('&&')} ${inSystem({ fn }, edge, { from: 4326, to: layer.frame.srid })}`;
  }
  const own = (degrees: number) =>
    `${raw} ${op('&&')} ${fn('ST_SetSRID')}(${degrees === 0 ? box : `${fn('ST_Translate')}(${box}, ${degrees}, 0)`}, ${layer.frame.srid})`;
  return `(${own(0)} OR ${own(360)} OR ${own(-360)})`;
}

export const nearest: Analysis<{ count: number; max_distance_m: number | null }> = {
  id: 'nearest',
  title: 'Nearest features',
  description: 'For each feature the nearest ones of a second layer, with their distance.',
  inputs: 2,
  parameters: {
    type: 'object',
    additionalProperties: false,
    properties: {
      count: { type: 'integer', title: 'Number', minimum: 1, maximum: 100, default: 1 },
      max_distance_m: {
        type: ['number', 'null'],
        minimum: 0,
        default: null,
        title: 'Maximum distance',
        'x-unit': 'm',
        description: 'Farther ones are left out',
      },
    },
  },
  unit: 'm',
  limits,
  method:
    'ST_Distance of the geography. The index proposes candidates by planar distance; all that are as near as the last of them are measured.',
  metric: 'none',
  compile(context) {
    const { postgis, a, parameters, bind } = context;
    const { fn, op } = postgis;
    const b = second(context);
    const count = bind(parameters.count, 'int4');
    const here = geography(postgis, a, 'a');
    const inB = inSystem(postgis, 'a.g', { from: a.frame.srid, to: b.frame.srid });
    const center = inSystem(postgis, 'a.g', { from: a.frame.srid, to: 4326 });
    const farthest = `SELECT max(${fn('ST_Distance')}(${geography(postgis, b, 'c')}, ${here})) AS d FROM (
        SELECT n.g FROM (${b.rows}) AS n ORDER BY n.raw ${op('<->')} ${inB} LIMIT ${count}) AS c`;
    const near = mayBeWithin(postgis, { layer: b, raw: 'n.raw', center, distance: 'bound.d' });
    const limit =
      parameters.max_distance_m === null
        ? ''
        : `AND m.distance <= ${bind(parameters.max_distance_m, 'float8')}`;
    return `SELECT a.key || '-' || b.key AS key,
        ${BOTH_PROPS} || jsonb_build_object('rank', b.rank, 'distance_m', b.distance) AS props, a.g
      FROM ${once(a.rows)} AS a CROSS JOIN LATERAL (${farthest}) AS bound
      CROSS JOIN LATERAL (SELECT m.*, row_number() OVER (ORDER BY m.distance, m.key) AS rank FROM (
          SELECT n.key, n.props, ${fn('ST_Distance')}(${geography(postgis, b, 'n')}, ${here}) AS distance
          FROM (${b.rows}) AS n WHERE ${near} ORDER BY distance, n.key LIMIT ${count}) AS m
        WHERE true ${limit}) AS b`;
  },
};

export const withinDistance: Analysis<{ distance_m: number; pairs: boolean }> = {
  id: 'within_distance',
  title: 'Within distance',
  description: 'Features that have features of a second layer within a distance.',
  inputs: 2,
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['distance_m'],
    properties: {
      distance_m: metres('Distance', { minimum: 0, maximum: 5_000_000 }),
      pairs: { type: 'boolean', title: 'One row for each pair, with its distance', default: false },
    },
  },
  unit: 'm',
  limits,
  method: 'ST_DWithin of the geography, among what the index finds in a box of that size.',
  metric: 'none',
  compile(context) {
    const { postgis, a, parameters, bind } = context;
    const { fn } = postgis;
    const distance = bind(parameters.distance_m, 'float8');
    const here = geography(postgis, a, 'a');
    const partners = partnersWithin(context, { distance, here });
    if (!parameters.pairs) {
      return `SELECT a.key, a.props, a.g FROM ${once(a.rows)} AS a WHERE EXISTS (${partners})`;
    }
    return `SELECT a.key || '-' || b.key AS key,
        ${BOTH_PROPS} || jsonb_build_object('distance_m', ${fn('ST_Distance')}(${geography(postgis, second(context), 'b')}, ${here})) AS props, a.g
      FROM ${once(a.rows)} AS a CROSS JOIN LATERAL (${partners}) AS b`;
  },
};

function partnersWithin<P>(
  context: AnalysisContext<P>,
  { distance, here }: { distance: string; here: string },
): string {
  const { postgis, a } = context;
  const layer = second(context);
  const center = inSystem(postgis, 'a.g', { from: a.frame.srid, to: 4326 });
  return `SELECT n.key, n.props, n.g FROM (${layer.rows}) AS n
    WHERE ${mayBeWithin(postgis, { layer, raw: 'n.raw', center, distance })}
      AND ${postgis.fn('ST_DWithin')}(${geography(postgis, layer, 'n')}, ${here}, ${distance})`;
}
