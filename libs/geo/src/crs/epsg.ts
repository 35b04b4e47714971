import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findProgram } from '@cairn/programs';
import { unavailable } from '@cairn/service/errors';
import type { Extent } from './extent.ts';

/** A coordinate system of PROJ's EPSG dataset. */
export interface EpsgEntry {
  srid: number;
  name: string;
  kind: 'geographic' | 'projected' | 'compound';
  /** Where it is used, in words. */
  area: string | null;
  /** West, south, east, north of that in degrees; west beyond east crosses the antimeridian. */
  areaBounds: Extent | null;
}

interface Known {
  entry: EpsgEntry;
  isDeprecated: boolean;
  name: string;
  /** Code, name and area in lower case. */
  text: string;
  /** Among systems with similar names, lower values come first. */
  rank: number;
}

const MAX_WORDS = 8;

/**
 * Coordinate systems whose code, name or area contains all words of the query: first the one with exactly this code, then those
 * with the words in their names, common ones before others. Withdrawn ones are found by code only.
 * @throws {AppError} unavailable when PROJ's database is not on this machine.
 */
export function searchEpsg(query: string, limit: number): EpsgEntry[] {
  const text = query
    .trim()
    .toLowerCase()
    .replace(/^epsg\s*:\s*/, '');
  const words = text.split(/[\s,;/()]+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const holdsAll = (where: string) => words.slice(0, MAX_WORDS).every((word) => where.includes(word));
  const order = (known: Known) => [
    String(known.entry.srid) === text ? 0 : 1,
    holdsAll(known.name) ? 0 : 1,
    known.rank,
    known.name.length,
    known.entry.srid,
  ];
  return allSystems()
    .filter((known) => (known.isDeprecated ? String(known.entry.srid) === text : holdsAll(known.text)))
    .map((known) => ({ entry: known.entry, order: order(known) }))
    .sort((a, b) => compare(a.order, b.order))
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** The systems with these codes, in this order; those that do not exist, or place nothing on a map, are left out. */
export function findEpsg(srids: number[]): EpsgEntry[] {
  const requested = new Set(srids);
  const found = new Map(
    allSystems().flatMap(({ entry }) => (requested.has(entry.srid) ? [[entry.srid, entry] as const] : [])),
  );
  return [...requested].flatMap((srid) => found.get(srid) ?? []);
}

/** Whether a place in degrees is within the area for which a system is made. */
export function isInArea({ areaBounds }: EpsgEntry, [x, y]: [number, number]): boolean {
  if (!areaBounds) return true;
  const [west, south, east, north] = areaBounds;
  const inLongitude = west <= east ? x >= west && x <= east : x >= west || x <= east;
  return inLongitude && y >= south && y <= north;
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

let systems: Known[] | null = null;

/** Those that place data on a map: no heights alone, no geocentric ones. Some six thousand. */
function allSystems(): Known[] {
  systems ??= readSystems();
  return systems;
}

/**
 * Tables of PROJ's database (PROJ, data/sql/proj_db_table_defs.sql). Of a system with several areas of use SQLite takes the
 * columns of the row with the largest.
 */
function readSystems(): Known[] {
  const db = openProj();
  try {
    const rows = db
      .prepare(
        `SELECT c.code AS srid, c.name, c.type, c.deprecated, e.name AS area, e.description,
                e.west_lon AS west, e.south_lat AS south, e.east_lon AS east, e.north_lat AS north,
                max((e.north_lat - e.south_lat) * (e.east_lon - e.west_lon + (e.east_lon < e.west_lon) * 360))
           FROM crs_view c
           LEFT JOIN usage u ON u.object_table_name = c.table_name AND u.object_auth_name = c.auth_name
            AND u.object_code = c.code
           LEFT JOIN extent e ON e.auth_name = u.extent_auth_name AND e.code = u.extent_code
          WHERE c.auth_name = 'EPSG' AND c.type IN ('geographic 2D', 'geographic 3D', 'projected', 'compound')
          GROUP BY c.code`,
      )
      .all() as Record<string, string | number | null>[];
    return rows.map(toKnown);
  } finally {
    db.close();
  }
}

function toKnown(row: Record<string, string | number | null>): Known {
  const bounds = [row.west, row.south, row.east, row.north];
  const [type, name] = [String(row.type), String(row.name)];
  return {
    entry: {
      srid: Number(row.srid),
      name,
      kind: type.startsWith('geographic') ? 'geographic' : (type as 'projected' | 'compound'),
      area: row.area === null ? null : String(row.area),
      areaBounds: bounds.every((value) => typeof value === 'number') ? (bounds as Extent) : null,
    },
    isDeprecated: Number(row.deprecated) === 1,
    name: name.toLowerCase(),
    text: [row.srid, name, row.area ?? '', row.description ?? ''].join(' ').toLowerCase(),
    rank: /^(WGS 84|ETRS89)/.test(name) ? 0 : name.startsWith('NAD83') ? 1 : 2,
  };
}

function openProj(): DatabaseSync {
  const tool = findProgram('gdalsrsinfo');
  const folders = [
    process.env.PROJ_DATA,
    process.env.PROJ_LIB,
    ...(tool ? [join(dirname(tool), '../share/proj')] : []),
    '/usr/share/proj',
    '/usr/local/share/proj',
  ];
  const path = folders
    .flatMap((folder) => (folder ? [join(folder, 'proj.db')] : []))
    .find((file) => existsSync(file));
  if (!path)
    throw unavailable(
      'geo.proj_missing',
      "PROJ's database of coordinate systems (proj.db) is missing on this server. Ask the operator to install it or to set PROJ_DATA.",
    );
  return new DatabaseSync(path, { readOnly: true });
}
