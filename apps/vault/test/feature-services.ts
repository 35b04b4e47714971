import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, until } from '@cairn/testing';
import type { KoopLayer, TestDatabase, TestServiceLayer } from '@cairn/testing';
import { ask } from './client.ts';
import { saveConnection } from './external-sources.ts';
import { OUTBOUND } from './outbound.ts';
import { SAMPLE_DATA, startTestVault } from './test-app.ts';
import type { Person } from './test-app.ts';

/** The sample places as a layer with object ids. */
export function places(metadata: object = {}): KoopLayer & { features: any[] } {
  const collection = JSON.parse(readFileSync(join(SAMPLE_DATA, 'populated-places.geojson'), 'utf8'));
  for (const [i, feature] of collection.features.entries()) feature.properties.id = i + 1;
  return { ...collection, metadata: { name: 'Places', idField: 'id', maxRecordCount: 100, ...metadata } };
}

/** The sample countries, most of them in several parts, some with holes. */
export function countries(metadata: object = {}): KoopLayer & { features: any[] } {
  const file = join(SAMPLE_DATA, 'countries.gpkg');
  const text = execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', file, '-preserve_fid'], {
    maxBuffer: 1e9,
    encoding: 'utf8',
  });
  const collection = JSON.parse(text);
  for (const feature of collection.features) feature.properties.OBJECTID = feature.id;
  return {
    ...collection,
    metadata: { name: 'Countries', idField: 'OBJECTID', maxRecordCount: 60, ...metadata },
  };
}

/** A vault with a saved connection to a database that imports load into. */
export async function startImportVault(options: Parameters<typeof startTestVault>[0] = {}) {
  const target: TestDatabase = await createTestDatabase();
  const gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  const app = await startTestVault({ inspects: false, ...options, env: { ...OUTBOUND, ...options.env } });
  const connection = await saveConnection(app, target.adminUrl);
  const importLayers = (person: Person | null, json: Record<string, unknown>) =>
    ask(app, person, {
      path: '/api/featuresvc/import',
      method: 'POST',
      json: { spatialdb_connection_id: connection, ...json },
    });
  return {
    app,
    gis,
    connection,
    browse: (person: Person | null, json: Record<string, unknown>) =>
      ask(app, person, { path: '/api/featuresvc/service/browse', method: 'POST', json }),
    importLayers,
    /** Imports, and returns the job when it has ended. */
    async importAndWait(person: Person, json: Record<string, unknown>) {
      const { status, body } = await importLayers(person, json);
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      let job = body;
      await until('the import has ended', async () => {
        job = (await ask(app, person, { path: `/api/featuresvc/jobs/${body.id}` })).body;
        return !['queued', 'running'].includes(job.status);
      });
      return job;
    },
    /** Names of the tables of users in the destination. */
    tables: async () =>
      (
        await gis.query(
          `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'spatial_ref_sys' ORDER BY 1`,
        )
      ).rows.map(({ tablename }) => tablename as string),
    async clear() {
      await app.clear();
      await app.admin.query('TRUNCATE vault.featuresvc_imports');
      const { rows } = await gis.query(
        `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'spatial_ref_sys'`,
      );
      for (const { tablename } of rows)
        await gis.query(`DROP TABLE ${pg.escapeIdentifier(tablename)} CASCADE`);
    },
    async close() {
      await gis.end();
      await app.close();
      await target.drop();
    },
  };
}

export type ImportVault = Awaited<ReturnType<typeof startImportVault>>;

/** Points with the given object ids, as an ArcGIS server has them. */
export function pointsWithIds(ids: number[]): TestServiceLayer['features'] {
  return ids.map((id) => ({
    attributes: { OBJECTID: id, name: `point ${id}` },
    geometry: { x: id * 10, y: -id },
  }));
}

export const numbers = (count: number, first = 1): number[] =>
  Array.from({ length: count }, (_, i) => first + i);
