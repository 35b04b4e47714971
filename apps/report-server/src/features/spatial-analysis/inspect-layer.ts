import { createParameters } from '../query/parameters.ts';
import type { Read } from '../datasources/read.ts';
import { degreesOutOfRange, tooManyFeatures, unknownSystem } from './errors.ts';
import type { Most } from './errors.ts';
import { EQUAL_AREA, isGeographic, isMetric, utmZone, WORLD_MERCATOR } from './metric-system.ts';
import type { SystemFacts } from './metric-system.ts';
import type { OpenLayer } from './open-layer.ts';
import { inspectionOf } from './prepare-layer.ts';
import type { Analysis, LayerFrame, Postgis } from './types.ts';

interface InspectedRow {
  counted: string;
  nulls: string;
  empties: string;
  invalid: string;
  outside: string | null;
  xmin: number | null;
  ymin: number | null;
  xmax: number | null;
  ymax: number | null;
  extent: number[] | null;
}

/**
 * Looks at a layer before it is analysed: how many features it has, where they are, and in which system they are metres.
 * @throws {AppError} bad_request for an unknown SRID or degrees out of range; unprocessable for too many features
 */
export async function inspectLayer(
  read: Read,
  layer: OpenLayer,
  { place, most, metric }: { place: string; most: Most; metric: Analysis['metric'] },
): Promise<LayerFrame> {
  const { postgis, source } = layer;
  const facts = await readSystem(read, postgis, source.geometry.srid);
  if (facts.srtext === null) throw unknownSystem(place, facts.srid);
  const geographic = isGeographic(facts);
  const parameters = createParameters();
  const text = inspectionOf(postgis, source, { text: layer.text(parameters), isGeographic: geographic });
  const [row] = await read.rows<InspectedRow>({ text, values: parameters.values });
  if (!row) throw new Error('the inspection returned no row');
  if (row.outside !== null) throw degreesOutOfRange(place, row.outside);
  const count = Number(row.counted);
  if (count > most.most) throw tooManyFeatures(place, { found: count, ...most });
  const extent = toExtent(row.extent);
  return {
    srid: facts.srid,
    isGeographic: geographic,
    count,
    droppedNull: Number(row.nulls),
    droppedEmpty: Number(row.empties),
    repaired: Number(row.invalid),
    extent,
    ownExtent: toExtent([row.xmin, row.ymin, row.xmax, row.ymax]),
    metricSrid:
      metric === 'none' || extent === null
        ? null
        : await chooseMetric(read, postgis, { facts, extent, metric }),
  };
}

async function readSystem(read: Read, { fn }: Postgis, srid: number): Promise<SystemFacts> {
  const [row] = await read.rows<{ srtext: string }>({
    text: `SELECT srtext FROM ${fn('spatial_ref_sys')} WHERE srid = $1::int4`,
    values: [String(srid)],
  });
  return { srid, srtext: row?.srtext ?? null };
}

async function chooseMetric(
  read: Read,
  { fn, geography }: Postgis,
  {
    facts,
    extent,
    metric,
  }: { facts: SystemFacts; extent: NonNullable<LayerFrame['extent']>; metric: Analysis['metric'] },
): Promise<number | null> {
  if (isMetric(facts)) return facts.srid;
  const zone = utmZone(extent);
  if (zone !== null) return zone;
  const tooLarge = metric === 'equalArea' ? EQUAL_AREA : null;
  // Beyond it PostGIS takes the extent for the shorter way round, across the antimeridian.
  if (extent[2] - extent[0] > 180) return tooLarge;
  const [row] = await read.rows<{ srid: number }>({
    text: `SELECT ${fn('_ST_BestSRID')}(${fn('ST_MakeEnvelope')}($1::float8, $2::float8, $3::float8, $4::float8, 4326)::${geography}) AS srid`,
    values: extent.map(String),
  });
  const best = row?.srid ?? WORLD_MERCATOR;
  return best === WORLD_MERCATOR ? tooLarge : best;
}

function toExtent(box: readonly (number | null)[] | null): LayerFrame['extent'] {
  if (!box || box.length !== 4 || box.some((side) => side === null)) return null;
  return box as unknown as LayerFrame['extent'];
}
