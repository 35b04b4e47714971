import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { upload } from './client.ts';
import { download, openDerivations, rowsOf } from './derivations.ts';
import { SAMPLE_DATA } from './test-app.ts';

const run = promisify(execFile);

export type DeriveTools = Awaited<ReturnType<typeof openDeriveTools>>;

/** Derivations with PostGIS beside them, which says what the tools should give. `few` are four countries in degrees. */
export async function openDeriveTools() {
  const it = await openDerivations();
  const where = `"name" IN ('Germany', 'Austria', 'Fiji', 'Malta')`;
  const few = await ogr('few.gpkg', [join(SAMPLE_DATA, 'countries.gpkg'), '-where', where]);
  await upload(it.app, it.ada, { file: few, dataset: 'few' });
  await inPostgis('few', few, { layer: 'countries', key: 'name' });

  /** Writes a GeoPackage into the storage folder of the test. */
  async function ogr(name: string, args: string[]): Promise<string> {
    const path = join(it.app.storageRoot, name);
    await run('ogr2ogr', ['-f', 'GPKG', path, ...args]);
    return path;
  }

  /** Loads a layer in degrees into a table of PostGIS: key, geom. */
  async function inPostgis(table: string, file: string, { layer, key }: { layer: string; key: string }) {
    await it.app.admin.query(
      `DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (key text, geom geometry)`,
    );
    const [described] = rowsOf(
      file,
      `SELECT column_name AS name, srs_id AS srid FROM gpkg_geometry_columns WHERE table_name = '${layer}'`,
    );
    for (const { key: value, geom } of rowsOf(
      file,
      `SELECT "${key}" AS key, "${String(described?.name)}" AS geom FROM "${layer}"`,
    )) {
      const blob = Buffer.from(geom as Uint8Array);
      const wkb = blob.subarray(8 + [0, 32, 48, 48, 64][(blob[3]! >> 1) & 7]!);
      await it.app.admin.query(
        `INSERT INTO ${table} VALUES ($1, ST_Transform(ST_GeomFromWKB($2, $3), 4326))`,
        [value, wkb, described?.srid],
      );
    }
  }

  /** Derives a new dataset, downloads it and loads it into the table of its name. */
  async function derived(
    dataset: string,
    name: string,
    { operation, key = 'name', ...input }: { operation: string; key?: string } & Record<string, unknown>,
  ) {
    const { status, body } = await it.derive(dataset, 1, 'derive', {
      operation,
      dataset_name: name,
      [operation]: input,
    });
    expect([status, body.error]).toEqual([201, undefined]);
    const file = await download(it, body.version_id);
    const [layer] = rowsOf(file, 'SELECT table_name AS name FROM gpkg_contents ORDER BY rowid');
    await inPostgis(name, file, { layer: String(layer?.name), key });
    return { body, file, layer: String(layer?.name) };
  }

  async function sql(text: string): Promise<Record<string, any>[]> {
    return (await it.app.admin.query(text)).rows;
  }

  /** The same countries in Web Mercator, as the dataset `mercator`. */
  async function uploadMercator() {
    const file = await ogr('mercator.gpkg', [few, '-t_srs', 'EPSG:3857', '-nln', 'few']);
    await upload(it.app, it.ada, { file, dataset: 'mercator' });
  }

  return { ...it, ogr, inPostgis, derived, sql, uploadMercator };
}
