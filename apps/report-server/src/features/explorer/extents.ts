import { ident } from '@cairn/db';
import type { Read } from '../datasources/read.ts';
import { createParameters } from '../query/parameters.ts';
import { compileFrom, scopeOf } from '../query/source.ts';
import type { Source } from '../query/types.ts';
import { degreesOf } from '../query/outputs.ts';
import type { ExtentFacts } from './mapper.ts';

/** Tables with fewer rows are measured; of larger ones the database has an estimate. */
const MEASURED_ROWS = 50_000;
const DENSE = 16;

/** The extents of the geometry columns in degrees, of the rows that the caller may see. */
export async function readExtents(read: Read, source: Source): Promise<Map<string, ExtentFacts>> {
  const extents = new Map<string, ExtentFacts>();
  for (const { name, geometry } of source.table.columns) {
    if (!geometry || geometry.srid === 0) continue;
    extents.set(name, await readExtent(read, source, name));
  }
  return extents;
}

async function readExtent(read: Read, source: Source, column: string): Promise<ExtentFacts> {
  const { estimatedRows } = source.table;
  const isSmall = estimatedRows !== null && estimatedRows < MEASURED_ROWS;
  // An estimate would reveal rows that a policy hides. A query has none.
  if (!isSmall && source.restrictions.length === 0 && !source.table.isQuery) {
    const extent = await readEstimate(read, source, column);
    if (extent) return { extent, estimated: true };
  }
  return { extent: await measure(read, source, column), estimated: false };
}

async function measure(read: Read, source: Source, column: string): Promise<ExtentFacts['extent']> {
  const parameters = createParameters();
  const scope = scopeOf(source, parameters);
  const from = compileFrom(source, parameters);
  const box = `${scope.postgis}ST_Extent(${degreesOf(scope.resolveGeometry(column, 'geometry'), scope)})`;
  const text = `SELECT ${edgesOf(box, scope.postgis)} FROM ${from}`;
  return toExtent((await read.texts({ text, values: parameters.values }))[0]);
}

/** From the statistics of the planner, in the system of the column. */
async function readEstimate(read: Read, source: Source, column: string): Promise<ExtentFacts['extent']> {
  const { table } = source;
  const { srid, isGeography } = table.columns.find(({ name }) => name === column)!.geometry!;
  if (isGeography || source.postgisSchema === null) return null;
  const postgis = `${ident(source.postgisSchema)}.`;
  await read.client.query('SAVEPOINT estimate');
  try {
    const box = `${postgis}ST_EstimatedExtent($1, $2, $3)`;
    const shape = `${postgis}ST_SetSRID(${box}::${postgis}geometry, ${srid})`;
    const longest = `greatest(${postgis}ST_XMax(b) - ${postgis}ST_XMin(b), ${postgis}ST_YMax(b) - ${postgis}ST_YMin(b), 1e-9) / ${DENSE}`;
    const degrees =
      srid === 4326 ? 'b' : `${postgis}ST_Transform(${postgis}ST_Segmentize(b, ${longest}), 4326)`;
    const text = `SELECT ${edgesOf(`${postgis}Box3D(${degrees})`, postgis)} FROM (SELECT ${shape} AS b) AS e`;
    return toExtent((await read.texts({ text, values: [table.schema, table.name, column] }))[0]);
  } catch {
    // Without statistics there is an error or null.
    await read.client.query('ROLLBACK TO SAVEPOINT estimate');
    return null;
  }
}

function edgesOf(box: string, postgis: string): string {
  return ['ST_XMin', 'ST_YMin', 'ST_XMax', 'ST_YMax'].map((name) => `${postgis}${name}(${box})`).join(', ');
}

function toExtent(row: (string | null)[] | undefined): ExtentFacts['extent'] {
  if (!row || row.some((each) => each === null)) return null;
  return row.map(Number) as [number, number, number, number];
}
