import type { ReportServerSchemas } from '@cairn/contracts';
import { findGeometry } from '../catalogue/find-table.ts';
import { badPlace } from '../query/errors.ts';
import { degreesOf, straightOf } from '../query/outputs.ts';
import { createParameters } from '../query/parameters.ts';
import type { OpenedSource, ReadRunner } from '../query/run-read.ts';
import { compileFrom, scopeOf } from '../query/source.ts';

type Extent = Omit<ReportServerSchemas['MapExtent'], 'report'>;
type Box = [number, number, number, number];

/** Over half of the world's longitudes: the rows may be on both sides of the antimeridian. */
const HALF = 180;

/**
 * The box of the rows in degrees and in the system of the column. Where rows are on both sides of the antimeridian, west is greater
 * than east.
 */
export async function readMapExtent(
  runner: ReadRunner,
  opened: OpenedSource,
  { column, signal }: { column: string | undefined; signal: AbortSignal },
): Promise<Extent> {
  const { source } = opened;
  const geometry = findGeometry(source.table, column, 'geometry');
  const { srid } = geometry.geometry!;
  if (srid === 0) {
    throw badPlace('geometry', `the column "${geometry.name}" does not say its reference system (SRID 0).`);
  }
  const parameters = createParameters();
  const scope = scopeOf(source, parameters);
  const operand = scope.resolveGeometry(geometry.name, 'geometry');
  const degrees = degreesOf(operand, scope);
  const { postgis } = scope;
  const boxes = [degrees, `${postgis}ST_ShiftLongitude(${degrees})`, straightOf(operand, scope)];
  const edges = boxes.flatMap((shape) =>
    ['ST_XMin', 'ST_YMin', 'ST_XMax', 'ST_YMax'].map(
      (edge) => `${postgis}${edge}(${postgis}ST_Extent(${shape}))`,
    ),
  );
  const statement = {
    text: `SELECT ${edges.join(', ')} FROM ${compileFrom(source, parameters)}`,
    values: parameters.values,
  };
  const row = await runner.runRead(opened, [statement], {
    signal,
    work: async (read) => (await read.texts(statement))[0] ?? [],
  });
  const [plain, shifted, native] = [0, 4, 8].map((at) => toBox(row.slice(at, at + 4)));
  if (!plain || !shifted || !native) {
    return { srid: 4326, bbox: null, native: null, parameters: null, crosses_antimeridian: false };
  }
  const [west, south, east, north] = plain;
  const crosses = east - west > HALF && shifted[2] - shifted[0] < east - west;
  const bbox: Box = crosses ? [toLongitude(shifted[0]), south, toLongitude(shifted[2]), north] : plain;
  const [xmin, ymin, xmax, ymax] = bbox;
  return {
    srid: 4326,
    bbox,
    native: { srid, bbox: native },
    parameters: { xmin, ymin, xmax, ymax },
    crosses_antimeridian: crosses,
  };
}

function toBox(edges: (string | null)[]): Box | null {
  return edges.length < 4 || edges.some((edge) => edge === null) ? null : (edges.map(Number) as Box);
}

/** From 0 to 360 degrees to -180 to 180. */
function toLongitude(shifted: number): number {
  return shifted > HALF ? shifted - 2 * HALF : shifted;
}
