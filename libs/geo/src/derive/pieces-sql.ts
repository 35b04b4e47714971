import { WITH_SPATIALITE } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { ProgramError } from '@cairn/programs';

/*
 * Statements on the tables `pieces` and `region` of our own files; see geopackage/pieces.ts. They contain no text of users. The first
 * piece is a placeholder and stays unchanged.
 */
const UNITE = 'SELECT grp, key, ST_UnaryUnion(geom) AS geom FROM pieces ORDER BY fid';
const REPAIR = `SELECT grp, key, geom IS NULL OR ST_IsValid(geom) <> 1 AS note,
  CASE WHEN ST_IsValid(geom) = 1 THEN geom ELSE ST_MakeValid(geom) END AS geom FROM pieces ORDER BY fid`;
const CUT = `SELECT p.grp, p.key, CASE WHEN p.grp < 0 THEN p.geom ELSE ST_Intersection(p.geom, r.geom) END AS geom
  FROM pieces p, region r ORDER BY p.fid`;
const CUT_REPAIRED = `SELECT p.grp, p.key, CASE WHEN p.valid = 1 THEN 0 WHEN p.made IS NULL THEN 2 ELSE 1 END AS note,
    CASE WHEN p.grp < 0 THEN p.geom ELSE ST_Intersection(CASE WHEN p.valid = 1 THEN p.geom ELSE p.made END, r.geom) END AS geom
  FROM (SELECT fid, grp, key, geom, valid, CASE WHEN valid = 1 THEN NULL ELSE ST_MakeValid(geom) END AS made
          FROM (SELECT fid, grp, key, geom, ST_IsValid(geom) AS valid FROM pieces)) p, region r
  ORDER BY p.fid`;

const DEGREES = "'+proj=longlat +datum=WGS84 +no_defs'";
/** The plane around the middle of a piece in which distances from there are true (azimuthal equidistant). */
const PLANE = "printf('+proj=aeqd +lat_0=%.5f +lon_0=%.5f +datum=WGS84 +units=m +no_defs', lat, lon)";
/** Degrees that go on beyond 180 rather than jump within the piece. */
const AROUND = "printf('+proj=longlat +datum=WGS84 +lon_wrap=%.5f +no_defs', lon)";
/** Circles have four times as many edges: the area of one is 0.16 % too small. */
const QUARTER = 16;

const SOUND = 'CASE WHEN ST_IsValid(geom) = 1 THEN geom ELSE ST_MakeValid(geom) END';
const WORLD = 'BuildMbr(-180, -90, 180, 90, -1)';
const EAST = 'BuildMbr(180, -90, 540, 90, -1)';
const WEST = 'BuildMbr(-540, -90, -180, 90, -1)';
const HERE = `ST_Intersection(${SOUND}, ${WORLD})`;
const THERE = `CASE WHEN MbrMaxX(geom) > 180 THEN ShiftCoords(ST_Intersection(${SOUND}, ${EAST}), -360, 0)
  ELSE ShiftCoords(ST_Intersection(${SOUND}, ${WEST}), 360, 0) END`;
/** Valid, with what is beyond the antimeridian on its other side. SQLite evaluates an expression each time it is named. */
const WRAP = `SELECT grp, key, CASE WHEN grp < 0 THEN geom
    WHEN MbrMinX(geom) >= -180 AND MbrMaxX(geom) <= 180 THEN ${SOUND}
    ELSE coalesce(ST_Union(${HERE}, ${THERE}), ${HERE}, ${THERE}) END AS geom
  FROM pieces ORDER BY fid`;

/** A shape that is all that is left of many needs room. */
const MEMORY = 4 * 1024 ** 3;

interface Files {
  input: string;
  output: string;
}

/** Unites the parts of each piece. */
export function mergeEachPiece(gdal: Gdal, files: Files, run: GdalOptions): Promise<void> {
  return select(gdal, UNITE, { ...files, run });
}

/** Makes each piece valid; the note is 1 for those that were not. */
export async function repairPieces(
  gdal: Gdal,
  files: Files & { hasCurves: boolean },
  run: GdalOptions,
): Promise<void> {
  await select(gdal, REPAIR, { ...files, input: await straighten(gdal, files, run), run });
}

/** The area within a distance in metres of each piece, in degrees that go on beyond 180; see `wrapPieces`. */
export function bufferPieces(
  gdal: Gdal,
  { distance, ...files }: Files & { distance: number },
  run: GdalOptions,
): Promise<void> {
  const flat = `ST_Transform(SetSrid(geom, 4326), 4326, NULL, ${DEGREES}, ${PLANE})`;
  const wide = `ST_Transform(ST_Buffer(${flat}, ${distance}, ${QUARTER}), 4326, NULL, ${PLANE}, ${AROUND})`;
  const sql = `SELECT grp, key, CASE WHEN grp < 0 THEN geom ELSE SetSrid(${wide}, -1) END AS geom
    FROM (SELECT *, (MbrMinX(geom) + MbrMaxX(geom)) / 2 AS lon, (MbrMinY(geom) + MbrMaxY(geom)) / 2 AS lat FROM pieces)
    ORDER BY fid`;
  return select(gdal, sql, { ...files, run });
}

const TESTS = { intersects: 'ST_Intersects', contains: 'ST_Contains', within: 'ST_Within' } as const;

export type JoinTest = keyof typeof TESTS;

/** Tests the pairs of `findPairs`: the note is 1 for those of which the first one intersects, contains or is within the second. */
export function testPairs(
  gdal: Gdal,
  { test, ...files }: Files & { test: JoinTest },
  run: GdalOptions,
): Promise<void> {
  const sql = `SELECT p.grp, p.key, CASE WHEN p.grp < 0 THEN 0 ELSE ${TESTS[test]}(a.geom, b.geom) END AS note
    FROM pairs p JOIN a ON a.key = p.grp JOIN b ON b.key = p.key ORDER BY p.fid`;
  return select(gdal, sql, { ...files, run });
}

/** What the two shapes of each pair have in common. */
export function intersectPairs(gdal: Gdal, files: Files, run: GdalOptions): Promise<void> {
  const sql = `SELECT p.grp, p.key, CASE WHEN p.grp < 0 THEN a.geom ELSE ST_Intersection(a.geom, b.geom) END AS geom
    FROM pairs p JOIN a ON a.key = p.grp JOIN b ON b.key = p.key ORDER BY p.fid`;
  return select(gdal, sql, { ...files, run });
}

/** The shortest line between the two shapes of each pair, in degrees; the note is 1 for those that meet. */
export function measurePairs(gdal: Gdal, files: Files, run: GdalOptions): Promise<void> {
  const flat = (geom: string) => `ST_Transform(SetSrid(${geom}, 4326), 4326, NULL, ${DEGREES}, ${PLANE})`;
  const line = `ST_Transform(ST_ShortestLine(${flat('ga')}, ${flat('gb')}), 4326, NULL, ${PLANE}, ${AROUND})`;
  const sql = `SELECT grp, key, CASE WHEN grp < 0 THEN 0 ELSE ST_Intersects(ga, gb) END AS note,
      CASE WHEN grp < 0 THEN ga ELSE SetSrid(${line}, -1) END AS geom
    FROM (SELECT p.fid, p.grp, p.key, a.geom AS ga, b.geom AS gb, (MbrMinX(a.geom) + MbrMaxX(a.geom)) / 2 AS lon,
                 (MbrMinY(a.geom) + MbrMaxY(a.geom)) / 2 AS lat
            FROM pairs p JOIN a ON a.key = p.grp JOIN b ON b.key = p.key)
    ORDER BY fid`;
  return select(gdal, sql, { ...files, run });
}

/** Makes pieces in degrees valid, and puts what is beyond the antimeridian on its other side. */
export function wrapPieces(gdal: Gdal, files: Files, run: GdalOptions): Promise<void> {
  return select(gdal, WRAP, { ...files, run });
}

/** Cuts each piece to the region; valid pieces. */
export function cutPieces(gdal: Gdal, files: Files, run: GdalOptions): Promise<void> {
  return select(gdal, CUT, { ...files, run });
}

/** The same for pieces that may be invalid: the note is 1 for a repaired one, 2 for one that could not be. */
export async function cutDoubtfulPieces(
  gdal: Gdal,
  files: Files & { hasCurves: boolean },
  run: GdalOptions,
): Promise<void> {
  await select(gdal, CUT_REPAIRED, { ...files, input: await straighten(gdal, files, run), run });
}

/**
 * Moves pieces into another CRS; with `step` edges are divided before, since straight lines bend on the way. What has no
 * place there is left out.
 */
export function movePieces(
  gdal: Gdal,
  { from, to, step, input, output }: Files & { from: string; to: string; step?: number },
  run: GdalOptions,
): Promise<void> {
  const divided = step === undefined ? [] : ['-segmentize', String(step)];
  const args = [...divided, '-s_srs', from, '-t_srs', to, output, input, 'pieces'];
  return writeOrSkip(gdal, args, run);
}

/** Moves the one layer of a file of ours into another CRS; what has no place there is left out. */
export function moveLayer(
  gdal: Gdal,
  { input, output, from, to }: Files & { from: string; to: string },
  run: GdalOptions,
): Promise<void> {
  return writeOrSkip(gdal, ['-s_srs', from, '-t_srs', to, '-select', '', output, input], run);
}

async function writeOrSkip(gdal: Gdal, args: string[], run: GdalOptions): Promise<void> {
  try {
    await write(gdal, args, run);
  } catch (error) {
    if (!(error instanceof ProgramError) || error.reason !== 'failed') throw error;
    // Skipping takes several times as long, since each feature then is a transaction of its own.
    await write(gdal, ['-overwrite', '-skipfailures', ...args], run);
  }
}

/** Cuts pieces to a box (min x, min y, max x, max y), repairs them where needed, and makes them one. */
export function frameRegion(
  gdal: Gdal,
  { box, ...files }: Files & { box: [number, number, number, number] },
  run: GdalOptions,
): Promise<void> {
  const sql = `SELECT 0 AS grp, 0 AS key, max(valid <> 1) AS note,
      ST_Union(ST_Intersection(CASE WHEN valid = 1 THEN geom ELSE ST_MakeValid(geom) END, BuildMbr(${box.join(', ')}, -1))) AS geom
    FROM (SELECT grp, geom, ST_IsValid(geom) AS valid FROM pieces) WHERE grp >= 0`;
  return select(gdal, sql, { ...files, run });
}

/** Arcs as lines; the name of the file without arcs. */
async function straighten(
  gdal: Gdal,
  { input, hasCurves }: { input: string; hasCurves: boolean },
  run: GdalOptions,
): Promise<string> {
  if (!hasCurves) return input;
  const output = input.replace(/\.gpkg$/, '-straight.gpkg');
  await write(gdal, ['-nlt', 'CONVERT_TO_LINEAR', output, input], run);
  return output;
}

function select(
  gdal: Gdal,
  sql: string,
  { input, output, run }: Files & { run: GdalOptions },
): Promise<void> {
  return write(gdal, [output, input, '-nln', 'pieces', '-sql', sql], run);
}

async function write(gdal: Gdal, args: string[], run: GdalOptions): Promise<void> {
  await gdal.run(
    'ogr2ogr',
    [
      ...['-f', 'GPKG', '-lco', 'SPATIAL_INDEX=NO', '-lco', 'GEOMETRY_NAME=geom', '-gt', '65536'],
      ...['--config', 'OGR_SQLITE_SYNCHRONOUS', 'OFF', ...args],
    ],
    { ...run, env: { ...run.env, ...WITH_SPATIALITE }, limits: { ...run.limits, memoryBytes: MEMORY } },
  );
}
