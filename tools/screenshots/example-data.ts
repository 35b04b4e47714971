import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stations } from '../../e2e/src/stations.ts';
import { signIn, type Api } from '../seed/api.ts';
import { repositoryRoot } from '../topology.ts';

const samples = join(repositoryRoot, 'tools', 'sample-data');
export const viewer = { username: 'vera', password: 'looks-at-all-maps-1' };

/** What the states need besides the sample data: versions, unpublished edits, a database with a backup and failed jobs. */
export async function loadExampleData(url: string, adminPassword: string): Promise<{ database: number }> {
  const api = await signIn(url, 'admin', adminPassword);
  try {
    const users = await api.get<{ items: unknown[] }>(`/api/admin/users?search=${viewer.username}`);
    if (users.items.length === 0) {
      await api.send('POST', '/api/admin/users', { ...viewer, email: 'vera@example.org' });
      await loadDatasets(api);
      await loadDatabase(api);
    }
    const databases = await api.get<{ id: number; name: string }[]>('/dbadmin/api/databases');
    return { database: databases.find(({ name }) => name === 'land_register')?.id ?? 0 };
  } finally {
    await api.signOut();
  }
}

async function loadDatasets(api: Api): Promise<void> {
  const upload = (name: string, file: Buffer, ending: string) =>
    api.upload('/vault/projects/1/upload', new File([new Uint8Array(file)], name + ending), {
      dataset_name: name,
    });
  const places = readFileSync(join(samples, 'populated-places.geojson'), 'utf8');
  await upload('growing-cities', Buffer.from(places), '.geojson');
  const grown = places.replace('35676000', '37400000').replace('"name": "Paris"', '"name": "Lutetia"');
  const collection = JSON.parse(grown) as { features: { geometry: { coordinates: number[] } }[] };
  collection.features.splice(5, 2);
  (collection.features[9] as (typeof collection.features)[0]).geometry.coordinates = [20, 20];
  await upload('growing-cities', Buffer.from(JSON.stringify(collection)), '.geojson');
  await api.send('POST', '/vault/datasets/growing-cities/versions/2/filter', {
    where: 'population > 5000000',
  });
  await api.send('POST', '/vault/datasets/growing-cities/versions/3/derive/version', {
    operation: 'dissolve',
    dissolve: { mode: 'field', field: 'country', sums: ['population'] },
  });

  await upload('weather-stations', stations(5_100), '.gpkg');
  await upload('gauges', stations(60), '.gpkg');
  for (const [key, name] of Object.entries({ 3: 'Lookout', 5: 'Mill' }))
    await api.send('POST', '/vault/datasets/gauges/versions/1/edit/update', {
      pk_column: 'fid',
      pk_value: Number(key),
      updates: { name },
    });

  await upload('old-boreholes', stations(12), '.gpkg');
  await api.send('POST', '/vault/datasets/old-boreholes/archive', {});
  await api.send('POST', '/vault/api/folders', { name: 'Plans', description: '' });
  const folder = mkdtempSync(join(tmpdir(), 'cairn-screenshots-'));
  try {
    const [csv, zip, plan] = ['points.csv', 'points.shp.zip', 'plan.tif'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(csv, 'name,x,y\nA,513000,5403000\nB,523000,5413000\nC,531000,5409000\n');
    const places = ['-oo', 'X_POSSIBLE_NAMES=x', '-oo', 'Y_POSSIBLE_NAMES=y'];
    execFileSync('ogr2ogr', ['-f', 'ESRI Shapefile', zip, csv, ...places]);
    await upload('survey-points', readFileSync(zip), '.zip');
    execFileSync('gdal_translate', ['-q', '-co', 'PROFILE=BASELINE', join(samples, 'elevation.tif'), plan]);
    rmSync(`${plan}.aux.xml`, { force: true });
    await upload('scanned-plan', readFileSync(plan), '.tif');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await upload('heights', readFileSync(join(samples, 'elevation.tif')), '.tif');
  await publishIfPossible(api, 'heights');
}

/** Rasters are published by QGIS Server, which need not be installed. */
async function publishIfPossible(api: Api, dataset: string): Promise<void> {
  const { versions } = await api.get<{ versions: { id: number }[] }>(`/vault/datasets/${dataset}/versions`);
  const version_id = versions[0]!.id;
  const { available } = await api.get<{ available: boolean }>(
    `/vault/api/versions/${version_id}/publish-capability`,
  );
  if (available) await api.send('POST', `/vault/versions/${version_id}/publish`, { version_id });
}

async function loadDatabase(api: Api): Promise<void> {
  const [server] = await api.get<{ id: number }[]>('/dbadmin/api/connections');
  if (!server) throw new Error('No server is registered: start the platform with its sample data.');
  const { database_id } = await api.send<{ database_id: number }>('POST', '/dbadmin/api/databases', {
    connection_id: server.id,
    name: 'land_register',
    purpose: 'Parcels, owners and buildings of the district',
    enable_spatialdb: true,
  });
  await jobsDone(api);
  const path = `/dbadmin/api/databases/${database_id}`;
  const file = join(samples, 'countries.gpkg');
  const { source_path } = await api.upload<{ source_path: string }>(`${path}/import/upload`, file);
  const source = { source_path, table_name: 'countries', overwrite: false };
  await api.send('POST', `${path}/import`, source);
  await jobsDone(api);
  const lost = await api.send<{ source_path: string }>('POST', `${path}/import/dataset`, {
    dataset: 'survey-points',
  });
  // Fails: no code matches a file without a coordinate system.
  await api.send('POST', `${path}/import`, { source_path: lost.source_path, srid_policy: 'detect' });
  await api.send('POST', `${path}/backup`, {});
  const of = `/dbadmin/api/connections/${server.id}`;
  await api.send('POST', `${of}/pg-groups`, { name: 'surveyors' });
  await api.send('POST', `${of}/pg-users`, { name: 'lena', password: 'plots-and-lots-7' });
  await api.send('POST', `${of}/pg-groups/surveyors/members`, { member: 'lena' });
  await api.send('POST', `${path}/access`, { role_name: 'surveyors', level: 'readwrite' });
  await api.send('POST', `${of}/access-rules`, {
    name: 'Office',
    cidr: '10.20.0.0/16',
    auth_method: 'scram-sha-256',
  });
  await jobsDone(api);
}

async function jobsDone(api: Api): Promise<void> {
  const active = async () => (await api.get<unknown[]>('/dbadmin/api/jobs?status=active')).length;
  for (let tries = 0; tries < 120 && (await active()) > 0; tries += 1) await delay(500);
}
