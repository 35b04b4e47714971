import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { copyFileSync, createReadStream, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { comparePackageTable, copyPackageTable, openGdal, readStagedRows } from '../src/index.ts';
import type { CompareTableRequest, CopyTableReply, Encoding, StagedRow } from '../src/index.ts';

export interface FixtureTable {
  name: string;
  /** SQL of the columns, with the key. */
  columns: string;
  /** For a table of features; its geometry column is `geom`. */
  geometry?: { type: string; z?: number; m?: number };
  /** SQL that fills it. */
  rows?: string;
  description?: string;
}

/** A GeoPackage with these tables, in WGS 84. `sql` comes last. */
export function createPackage(file: string, tables: FixtureTable[], sql = ''): string {
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined', -1, 'NONE', -1, 'undefined', NULL), ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84"]', NULL);
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT, description TEXT DEFAULT '',
      last_change DATETIME, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
      srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name))`);
  for (const { name, columns, geometry, rows = '', description = '' } of tables) {
    const kind = geometry ? 'features' : 'attributes';
    db.prepare(
      'INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id) VALUES (?, ?, ?, ?, ?)',
    ).run(name, kind, name, description, geometry ? 4326 : null);
    if (geometry) {
      const { type, z = 0, m = 0 } = geometry;
      db.prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 4326, ?, ?)`).run(name, type, z, m);
    }
    db.exec(`CREATE TABLE "${name}" (${columns}${geometry ? `, geom ${geometry.type}` : ''}); ${rows}`);
  }
  db.exec(sql);
  db.close();
  return file;
}

let files = 0;

/** A package with a table of sites, and a later version of it, changed by SQL. */
export function versions(
  folder: string,
  {
    columns = 'name TEXT',
    type = null as string | null,
    rows,
  }: { columns?: string; type?: string | null; rows: string },
  changes: string,
): { before: string; after: string } {
  const spec = `fid INTEGER PRIMARY KEY${columns === '' ? '' : `, ${columns}`}`;
  const before = createPackage(join(folder, `${(files += 1)}.gpkg`), [
    { name: 'sites', columns: spec, rows, ...(type ? { geometry: { type } } : {}) },
  ]);
  const after = join(folder, `${(files += 1)}.gpkg`);
  copyFileSync(before, after);
  const db = new DatabaseSync(after);
  db.exec(changes);
  db.close();
  return { before, after };
}

export type Columns = CompareTableRequest['columns'];

/** Columns that bear the same names in both versions. */
export function sameColumns(columns: Record<string, Columns[number]['encoding']>): Columns {
  return Object.entries(columns).map(([name, encoding]) => ({ before: name, after: name, encoding }));
}

/** A geometry column that takes all types in two dimensions. */
export const ANY_GEOMETRY: NonNullable<CompareTableRequest['geometry']> = {
  ...{ before: 'geom', after: 'geom', srid: 4326, promote: false },
  ...{ type: 'Geometry', hasZ: false, hasM: false },
};

/** What differs between two versions of a table, and the held rows as PostgreSQL reads them. */
export async function compare(
  client: pg.Client,
  folder: string,
  request: Omit<CompareTableRequest, 'output' | 'held' | 'table' | 'key'> & {
    table?: CompareTableRequest['table'];
    key?: CompareTableRequest['key'];
    sample?: number;
  },
) {
  const cwd = mkdtempSync(join(folder, 'job-'));
  const reply = await comparePackageTable(
    await openGdal(),
    {
      table: { before: 'sites', after: 'sites' },
      key: { before: 'fid', after: 'fid' },
      ...request,
      output: 'rows.copy',
      held: 'held.copy',
    },
    { cwd },
  );
  const { columns, geometry } = request;
  const rows = await collect(
    readStagedRows(join(cwd, 'rows.copy'), { columns, hasGeometry: geometry !== null }),
  );
  return {
    reply,
    rows,
    held: await readHeld(client, join(cwd, 'held.copy')),
    output: join(cwd, 'rows.copy'),
  };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** As `I 3`, and what the new and the old row have. */
export function summarize(rows: StagedRow[]) {
  return rows.map(({ op, key, new: fresh, old }) => [
    `${op} ${key}`,
    fresh && Object.values(fresh.values),
    old && Object.values(old.values),
  ]);
}

/** Loads a table of a GeoPackage into one of PostgreSQL whose columns are in the same order: key, columns, geometry. */
export async function copyInto(
  client: pg.Client,
  folder: string,
  {
    file,
    into,
    columns = [],
    promote = false,
    geometry = true,
    table = 'sites',
  }: {
    file: string;
    into: string;
    columns?: [string, Encoding][];
    promote?: boolean;
    geometry?: boolean;
    table?: string;
  },
): Promise<{ reply: CopyTableReply; held: HeldRow[] }> {
  const cwd = mkdtempSync(join(folder, 'job-'));
  const stdout = new PassThrough();
  const loaded = pipeline(stdout, client.query(copyFrom(`COPY ${into} FROM STDIN WITH (FORMAT binary)`)));
  loaded.catch(() => undefined);
  const reply = await copyPackageTable(
    await openGdal(),
    {
      ...{ file, table, key: 'fid', held: 'held.copy' },
      columns: columns.map(([source, encoding]) => ({ source, encoding })),
      geometry: geometry ? { column: 'geom', srid: 4326, promote } : null,
    },
    { cwd, stdout },
  ).catch(async (error: unknown) => {
    stdout.destroy(error as Error);
    await loaded.catch(() => undefined);
    throw error;
  });
  await loaded;
  return { reply, held: await readHeld(client, join(cwd, 'held.copy')) };
}

export interface HeldRow {
  key: string;
  reason: string;
  /** Hexadecimal digits. */
  blob: string;
}

async function readHeld(client: pg.Client, file: string): Promise<HeldRow[]> {
  await client.query(
    'DROP TABLE IF EXISTS held_rows; CREATE TEMP TABLE held_rows (key int8, reason text, blob bytea)',
  );
  await pipeline(
    createReadStream(file),
    client.query(copyFrom('COPY held_rows FROM STDIN WITH (FORMAT binary)')),
  );
  const { rows } = await client.query<HeldRow>(
    `SELECT key::text, reason, encode(blob, 'hex') AS blob FROM held_rows ORDER BY held_rows.key`,
  );
  return rows;
}
