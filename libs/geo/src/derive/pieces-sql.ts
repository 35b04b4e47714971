import { WITH_SPATIALITE } from '../gdal.ts';
import type { Gdal, ToolOptions } from '../gdal.ts';
import { ProgramError } from '@cairn/programs';

/*
 * Statements on the tables `pieces` and `region` of files of ours; see geopackage/pieces.ts. No text of others stands in
 * them. The first piece is none and comes out as it went in.
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

/** A shape that is all that is left of many needs room. */
const MEMORY = 4 * 1024 ** 3;

interface Files {
  input: string;
  output: string;
}

/** Unites the parts of each piece. */
export function unitePieces(gdal: Gdal, files: Files, run: ToolOptions): Promise<void> {
  return select(gdal, UNITE, { ...files, run });
}

/** Makes each piece valid; the note is 1 for those that were not. */
export async function repairPieces(
  gdal: Gdal,
  files: Files & { hasCurves: boolean },
  run: ToolOptions,
): Promise<void> {
  await select(gdal, REPAIR, { ...files, input: await straighten(gdal, files, run), run });
}

/** Cuts each piece to the region; valid pieces. */
export function cutPieces(gdal: Gdal, files: Files, run: ToolOptions): Promise<void> {
  return select(gdal, CUT, { ...files, run });
}

/** The same for pieces that may be invalid: the note is 1 for a repaired one, 2 for one that could not be. */
export async function cutDoubtfulPieces(
  gdal: Gdal,
  files: Files & { hasCurves: boolean },
  run: ToolOptions,
): Promise<void> {
  await select(gdal, CUT_REPAIRED, { ...files, input: await straighten(gdal, files, run), run });
}

/** Moves pieces into another CRS; edges are divided before, since straight lines bend on the way. */
export function movePieces(
  gdal: Gdal,
  { from, to, step, ...files }: Files & { from: string; to: string; step: number },
  run: ToolOptions,
): Promise<void> {
  const { input, output } = files;
  return write(
    gdal,
    ['-segmentize', String(step), '-s_srs', from, '-t_srs', to, output, input, 'pieces'],
    run,
  );
}

/** Moves the one layer of a file of ours into another CRS; what has no place there is left out. */
export async function moveLayer(
  gdal: Gdal,
  { input, output, from, to }: Files & { from: string; to: string },
  run: ToolOptions,
): Promise<void> {
  const args = ['-s_srs', from, '-t_srs', to, '-select', '', output, input];
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
  run: ToolOptions,
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
  run: ToolOptions,
): Promise<string> {
  if (!hasCurves) return input;
  const output = input.replace(/\.gpkg$/, '-straight.gpkg');
  await write(gdal, ['-nlt', 'CONVERT_TO_LINEAR', output, input], run);
  return output;
}

function select(
  gdal: Gdal,
  sql: string,
  { input, output, run }: Files & { run: ToolOptions },
): Promise<void> {
  return write(gdal, [output, input, '-nln', 'pieces', '-sql', sql], run);
}

async function write(gdal: Gdal, args: string[], run: ToolOptions): Promise<void> {
  await gdal.run(
    'ogr2ogr',
    [
      ...['-f', 'GPKG', '-lco', 'SPATIAL_INDEX=NO', '-lco', 'GEOMETRY_NAME=geom', '-gt', '65536'],
      ...['--config', 'OGR_SQLITE_SYNCHRONOUS', 'OFF', ...args],
    ],
    { ...run, env: { ...run.env, ...WITH_SPATIALITE }, limits: { ...run.limits, memoryBytes: MEMORY } },
  );
}
