import type { DatabaseSync } from 'node:sqlite';
import { boxOfParts } from '../../geometry/assemble.ts';
import { METRES_PER_DEGREE } from '../../geometry/degree-paths.ts';
import { partsOf } from '../../geometry/parts.ts';
import type { FindPairsReply, FindPairsRequest } from '../../reader-protocol/overlay-types.ts';
import { createPieces, openPieces } from '../../geopackage/pieces.ts';
import { Refusal } from '../../reader-protocol/answer.ts';

type Box = [west: number, south: number, east: number, north: number];

const MAX_PAIRS = 10_000_000;
/** Pairs of boxes whose distance is computed in the search for the nearest: some minutes of work. */
const MAX_COMPARED = 1_000_000_000;
/** Boxes are compared on a sphere and shapes on the ellipsoid, which differ by less than this share. */
const SLACK = 0.01;

/**
 * Writes which shapes of two sets may meet, since their boxes do, as `pairs` beside the shapes `a` and `b`, for GDAL to
 * look at. With `nearest`, in degrees: for each shape of the first set those of the second that may be nearest to it.
 */
export function findPairs({ inputs, others, output, nearest }: FindPairsRequest): FindPairsReply {
  const { db, close } = createPieces(output);
  db.exec(`
    CREATE TABLE a (key INTEGER PRIMARY KEY, geom BLOB);
    CREATE TABLE b (key INTEGER PRIMARY KEY, geom BLOB);
    CREATE TABLE pairs (fid INTEGER PRIMARY KEY, grp INTEGER NOT NULL, key INTEGER NOT NULL);
    CREATE TEMP TABLE found (grp INTEGER, key INTEGER);
    CREATE VIRTUAL TABLE temp.boxes USING rtree (id, minx, maxx, miny, maxy, +key)`);
  // The first row is a placeholder, from which GDAL learns the type of a computed geometry.
  for (const table of ['a', 'b']) db.exec(`INSERT INTO ${table} SELECT -1, geom FROM pieces WHERE grp < 0`);
  const boxes = fill(db, 'b', others);
  const index = db.prepare('INSERT INTO temp.boxes (minx, maxx, miny, maxy, key) VALUES (?, ?, ?, ?, ?)');
  for (const [key, [west, south, east, north]] of boxes)
    for (const turn of nearest ? [-360, 0, 360] : [0]) index.run(west + turn, east + turn, south, north, key);
  const insert = db.prepare('INSERT INTO temp.found VALUES (?, ?)');
  const search = nearest ? nearestIn(db, boxes) : meetingIn(db);
  let pairs = 0;
  for (const [grp, box] of fill(db, 'a', inputs))
    for (const key of search(box)) {
      insert.run(grp, key);
      pairs += 1;
      if (pairs > MAX_PAIRS) throw tooMany();
    }
  // One shape of the second set after the other: GEOS prepares it once.
  db.exec(`
    INSERT INTO pairs (grp, key) VALUES (-1, -1);
    INSERT INTO pairs (grp, key) SELECT DISTINCT grp, key FROM temp.found ORDER BY key, grp;
    DROP TABLE temp.boxes; DROP TABLE temp.found`);
  close();
  return { pairs };
}

/** Copies the shapes of several files into a table. Returns their boxes by their groups. */
function fill(db: DatabaseSync, table: 'a' | 'b', files: string[]): Map<number, Box> {
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  const boxes = new Map<number, Box>();
  for (const file of files) {
    const source = openPieces(file);
    try {
      for (const { grp, geometry } of source.all()) {
        const parts = geometry ? partsOf(geometry, { hasZ: false }) : [];
        if (!geometry || parts.length === 0) continue;
        insert.run(grp, geometry);
        boxes.set(grp, boxOfParts(parts));
      }
    } finally {
      source.close();
    }
  }
  return boxes;
}

const KEYS = 'SELECT key FROM temp.boxes WHERE maxx >= ? AND maxy >= ? AND minx <= ? AND miny <= ?';

function meetingIn(db: DatabaseSync): (box: Box) => number[] {
  const select = db.prepare(KEYS);
  return (box) => select.all(...box).map(({ key }) => key as number);
}

/** Looks in ever larger boxes until one holds a shape, then as far as the farthest corner of the best one. */
function nearestIn(db: DatabaseSync, boxes: Map<number, Box>): (box: Box) => number[] {
  const select = db.prepare(KEYS);
  let compared = 0;
  const within = ([west, south, east, north]: Box, metres: number): number[] => {
    const up = metres / METRES_PER_DEGREE;
    const least = Math.cos(
      (Math.min(89.9, Math.max(Math.abs(south - up), Math.abs(north + up))) * Math.PI) / 180,
    );
    const aside = Math.min(360, up / Math.max(least, 0.002));
    const found = select.all(west - aside, south - up, east + aside, north + up);
    return [...new Set(found.map(({ key }) => key as number))];
  };
  return (box) => {
    let found: number[] = [];
    for (let metres = 1_000; found.length === 0 && metres < 64_000_000; metres *= 4)
      found = within(box, metres);
    const distance = found.reduce(
      (least, key) => Math.min(least, farthest(box, boxes.get(key) as Box)),
      Infinity,
    );
    const limit = distance * (1 + SLACK) + 1;
    const near = within(box, limit);
    compared += found.length + near.length;
    if (compared > MAX_COMPARED) throw tooManyNear();
    return near.filter((key) => closest(box, boxes.get(key) as Box) <= limit);
  };
}

/** Metres between the points of two boxes that are closest to each other: at most the distance of the shapes. */
function closest(a: Box, b: Box): number {
  const dy = Math.max(0, b[1] - a[3], a[1] - b[3]);
  const dx = Math.min(...[-360, 0, 360].map((turn) => Math.max(0, b[0] + turn - a[2], a[0] - b[2] - turn)));
  const steepest = Math.max(...[a[1], a[3], b[1], b[3]].map(Math.abs));
  return metresOf(dx, dy, steepest) * (1 - SLACK);
}

/** Metres between the points that are farthest apart: at least the distance of the shapes. */
function farthest(a: Box, b: Box): number {
  const dy = Math.max(a[3], b[3]) - Math.min(a[1], b[1]);
  const dx = Math.min(
    ...[-360, 0, 360].map((turn) => Math.max(a[2], b[2] + turn) - Math.min(a[0], b[0] + turn)),
  );
  const isAcross = Math.min(a[1], b[1]) <= 0 && Math.max(a[3], b[3]) >= 0;
  const flattest = isAcross ? 0 : Math.min(...[a[1], a[3], b[1], b[3]].map(Math.abs));
  return metresOf(dx, dy, flattest);
}

/** On a sphere, so many degrees apart, both at this latitude (haversine). */
function metresOf(dx: number, dy: number, latitude: number): number {
  const radians = Math.PI / 180;
  const half = (degrees: number) => Math.sin((Math.min(180, degrees) * radians) / 2) ** 2;
  const share = Math.min(1, half(dy) + Math.cos(latitude * radians) ** 2 * half(dx));
  return (2 * Math.asin(Math.sqrt(share)) * METRES_PER_DEGREE) / radians;
}

function tooMany(): Refusal {
  return new Refusal(
    'conflict',
    'vault.too_many_pairs',
    `More than ${MAX_PAIRS.toLocaleString('en')} pairs of features are near each other. Filter or clip one of the datasets first.`,
  );
}

function tooManyNear(): Refusal {
  return new Refusal(
    'conflict',
    'vault.too_many_pairs',
    'The datasets have too many features to find the nearest of each. Filter or clip one of the datasets first.',
  );
}
