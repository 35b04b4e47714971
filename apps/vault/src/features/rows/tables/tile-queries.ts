import { ident } from '@cairn/db';
import { bboxCorners, compileBoxIn, compileVectorTile, TILE_EXTENT, TILE_MARGIN } from '@cairn/geo';
import type { Extent } from '@cairn/geo';
import type pg from 'pg';
import { qualified } from './row-sql.ts';
import { boxOfTile, planOf, SAME_SIZE } from './tile-plan.ts';
import type { FieldWeight, SampledRow, TilePlan, TableSample, ZoomPlan } from './tile-plan.ts';
import type { TableColumn, TableSchema, TableSource } from './types.ts';

/** Rows of a sample, about. */
const SAMPLE_ROWS = 40_000;
/** Rows whose values are weighed. */
const WEIGHED_ROWS = 1_000;
/** Longer texts are cut, as in tiles of files. */
const MAX_TEXT = 200;
/** Hashes are below this. */
const HASHES = 2 ** 31;
/** Web Mercator ends a little beyond; what is further north or south cannot be drawn. */
const MAX_LATITUDE = 85.06;
/** Property for a key that cannot be the id of a feature, as in tiles of files. */
const KEY_FIELD = '_key';

/** A table whose rows have a place on the map. */
export interface SpatialTable extends TableSchema {
  postgis: string;
  /** SQL of the geometry of a row `t`. */
  geometry: string;
}

/** What tiles of a table are made of. */
export interface TableFacts {
  schema: SpatialTable;
  count: number;
  /** West, south, east, north of all rows; null for an empty table. */
  extent: Extent | null;
  sample: TableSample;
}

/** Counts the rows and takes a sample of them. Reads the whole table once, or its statistics if it is very large. */
export async function readTileFacts(
  client: pg.ClientBase,
  source: TableSource,
  schema: SpatialTable,
): Promise<TableFacts> {
  const { postgis, srid, geometry } = schema;
  const corners = (box: string) => `jsonb_build_array(${bboxCorners(box, postgis).join(', ')})`;
  // Its edges bend in WGS84.
  const world = `${postgis}.ST_Transform(${postgis}.ST_Segmentize(e, greatest(
    ${postgis}.ST_XMax(e::${postgis}.box3d) - ${postgis}.ST_XMin(e::${postgis}.box3d),
    ${postgis}.ST_YMax(e::${postgis}.box3d) - ${postgis}.ST_YMin(e::${postgis}.box3d), 1e-9) / 32), 4326)`;
  const { rows } = await client.query<{ n: string; extent: Extent | null }>(
    `SELECT n, CASE WHEN e IS NULL THEN NULL ELSE (SELECT ${corners('w')} FROM ${world} w) END AS extent
       FROM (SELECT count(*) AS n, ${postgis}.ST_SetSRID(${postgis}.ST_Extent(${geometry})::${postgis}.geometry, ${srid}) AS e
               FROM ${qualified(source)} t) x`,
  );
  const count = Number(rows[0]?.n ?? 0);
  const isPoints = schema.geometryType.startsWith('POINT');
  const oneIn = Math.max(1, count / SAMPLE_ROWS);
  const sample = await client.query<SampledRow>({
    text: `SELECT (${postgis}.ST_X(c) + 0)::float8, ${postgis}.ST_Y(c)::float8, size::float8 FROM (
        SELECT ${postgis}.ST_Transform(${postgis}.ST_Centroid(${postgis}.ST_Envelope(${geometry})), 4326) AS c,
               ${sizeOf(geometry, postgis)} AS size
          FROM ${qualified(source)} t
         WHERE ${geometry} IS NOT NULL AND NOT ${postgis}.ST_IsEmpty(${geometry})
           AND ${keepCondition(schema, 1 / oneIn)} LIMIT ${SAMPLE_ROWS * 2}) s`,
    rowMode: 'array',
  } as never);
  const weights = await readWeights(client, source, schema, WEIGHED_ROWS / Math.max(WEIGHED_ROWS, count));
  return {
    schema,
    count,
    extent: rows[0]?.extent ?? null,
    sample: { rows: sample.rows, oneIn, isPoints, weights },
  };
}

async function readWeights(
  client: pg.ClientBase,
  source: TableSource,
  schema: SpatialTable,
  share: number,
): Promise<Map<string, FieldWeight>> {
  const columns = tileColumns(schema);
  if (columns.length === 0) return new Map();
  const texts = columns.map(
    (column, i) => `pg_catalog.left(${valueOf(column)}::pg_catalog.text, ${MAX_TEXT}) AS c${i}`,
  );
  const weights = columns.map(
    (_, i) =>
      `coalesce(avg(octet_length(c${i})), 0)::float8, (count(DISTINCT c${i}) / greatest(count(*), 1)::float8)`,
  );
  const { rows } = await client.query<number[]>({
    text: `SELECT ${weights.join(', ')} FROM (SELECT ${texts.join(', ')} FROM ${qualified(source)} t
      WHERE ${keepCondition(schema, share)} LIMIT ${WEIGHED_ROWS * 2}) s`,
    rowMode: 'array',
  } as never);
  const values = rows[0] ?? [];
  return new Map(
    columns.map(({ name }, i) => [name, { bytes: values[2 * i] ?? 0, distinct: values[2 * i + 1] ?? 0 }]),
  );
}

/** Columns whose values tiles may have. */
export function tileColumns({ columns, key }: SpatialTable): TableColumn[] {
  return columns.filter(({ name, type }) => type !== 'geometry' && type !== 'binary' && name !== key);
}

/** The SQL of a tile with these fields; null for a tile outside the data, which is empty. */
export function compileTableTile(
  source: TableSource,
  { schema, extent }: Pick<TableFacts, 'schema' | 'extent'>,
  { z, x, y, fields, plan }: { z: number; x: number; y: number; fields: string[]; plan: TilePlan },
): string | null {
  const { postgis, srid, geometry } = schema;
  const box = boxOfTile({ z, x, y }, extent, TILE_MARGIN / TILE_EXTENT);
  if (box === null) return null;
  const dotted = `${postgis}.`;
  const area = `${postgis}.ST_MakeEnvelope(${box.map(toSqlNumber).join(', ')}, 3857)`;
  const isPoints = schema.geometryType.startsWith('POINT');
  const where = [
    `${geometry} OPERATOR(${postgis}.&&) ${compileBoxIn(srid, area, { postgis: dotted, zoom: z })}`,
  ];
  where.push(...thinningConditions(schema, planOf(plan, z)));
  const isExtentBeyond = extent !== null && (extent[1] < -MAX_LATITUDE || extent[3] > MAX_LATITUDE);
  const drawable = isExtentBeyond && !isPoints ? clipToMercator(geometry, schema) : geometry;
  const inMercator = srid === 3857 ? drawable : `${postgis}.ST_Transform(${drawable}, 3857)`;
  const unit = 40_075_016.68557849 / 2 ** z / TILE_EXTENT;
  const shape = isPoints
    ? inMercator
    : `${postgis}.ST_Simplify(${postgis}.ST_CurveToLine(${inMercator}), ${toSqlNumber(unit)}, true)`;
  const named = new Map(tileColumns(schema).map((column) => [column.name, column]));
  const columns = fields.flatMap((name) => {
    const column = named.get(name);
    return column ? [`${valueOf(column)} AS ${ident(name)}`] : [];
  });
  const key = schema.columns.find(({ name }) => name === schema.key);
  const isIntegerKey = key?.type === 'integer';
  if (key && !isIntegerKey && !fields.includes(KEY_FIELD))
    columns.push(`t.${ident(key.name)}::pg_catalog.text AS ${ident(KEY_FIELD)}`);
  return compileVectorTile({
    postgis: dotted,
    geometry: shape,
    tile: `${postgis}.ST_TileEnvelope(${z}, ${x}, ${y})`,
    id: isIntegerKey ? `t.${ident(key.name)}::pg_catalog.int8` : null,
    columns,
    from: `${qualified(source)} t`,
    where,
    order: isPoints ? '' : `${sizeOf(geometry, postgis)} DESC`,
    limit: plan.limit,
  });
}

/** Tiles hold numbers, texts and booleans; other types become texts. */
function valueOf({ name, type }: TableColumn): string {
  const column = `t.${ident(name)}`;
  if (type === 'boolean') return column;
  if (type === 'integer') return `${column}::pg_catalog.int8`;
  if (type === 'real') return `${column}::pg_catalog.float8`;
  return `pg_catalog.left(${column}::pg_catalog.text, ${MAX_TEXT})`;
}

function sizeOf(geometry: string, postgis: string): string {
  const [west, south, east, north] = bboxCorners(geometry, postgis);
  return `greatest(${east} - ${west}, ${north} - ${south})`;
}

function thinningConditions(schema: SpatialTable, { size, keep }: ZoomPlan): string[] {
  const kept = keepCondition(schema, keep);
  if (size === null) return keep < 1 ? [kept] : [];
  const length = sizeOf(schema.geometry, schema.postgis);
  const isLarger = `${length} > ${toSqlNumber(size * (1 + SAME_SIZE))}`;
  return [`${length} >= ${toSqlNumber(size * (1 - SAME_SIZE))}`, `(${isLarger} OR ${kept})`];
}

/** The same rows each time, whatever the share: those of a smaller share are among those of a larger one. */
function keepCondition({ key, columns, postgis, geometry }: SpatialTable, share: number): string {
  if (share >= 1) return 'true';
  const column = key === null ? null : columns.find(({ name }) => name === key)!;
  const hash =
    column === null
      ? `${postgis}.geometry_hash(${geometry})`
      : column.type === 'integer'
        ? `pg_catalog.hashint8(t.${ident(column.name)}::pg_catalog.int8)`
        : `pg_catalog.hashtext(t.${ident(column.name)}::pg_catalog.text)`;
  return `(${hash} OPERATOR(pg_catalog.&) ${HASHES - 1}) OPERATOR(pg_catalog.<) ${Math.round(share * HASHES)}`;
}

/** Without what is beyond the ends of Web Mercator, in WGS84. */
function clipToMercator(geometry: string, { postgis, srid }: SpatialTable): string {
  const degrees = srid === 4326 ? geometry : `${postgis}.ST_Transform(${geometry}, 4326)`;
  const world = `${postgis}.box2d(${postgis}.ST_MakeEnvelope(-180, -${MAX_LATITUDE}, 180, ${MAX_LATITUDE}, 4326))`;
  return `${postgis}.ST_ClipByBox2D(${degrees}, ${world})`;
}

/** A number of ours, never of a caller. */
function toSqlNumber(value: number): string {
  if (!Number.isFinite(value)) throw new Error('The number of a tile is not finite.');
  return `${value}::float8`;
}
