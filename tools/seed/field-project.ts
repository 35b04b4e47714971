import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { loadContract } from '@cairn/contracts';
import { fieldDatabaseName, fieldRole, provisionFieldDatabase } from '@cairn/topology/field-database';
import { existingServices, repositoryRoot, topology } from '../topology.ts';
import type { Api } from './api.ts';

const run = promisify(execFile);
const samples = join(repositoryRoot, 'tools', 'sample-data');

/** The service that keeps field projects in step. */
export const FIELD_SERVICE = 'field-sync';
/** Of the sample project, below the folder of field projects. */
const PROJECT = 'sample/world';
const PACKAGE = 'world.gpkg';

/** Whether this checkout has a field sync that takes projects. */
export function takesFieldProjects(): boolean {
  if (!existingServices().some(({ name }) => name === FIELD_SERVICE)) return false;
  return loadContract(FIELD_SERVICE).paths['/admin/action/project.php']?.post !== undefined;
}

/** Folder of the projects of the folder provider in a data folder. */
export function fieldProjectsFolder(dataDir: string): string {
  const { directories } = topology.find(({ name }) => name === FIELD_SERVICE) ?? {};
  return join(dataDir, directories?.FOLDER_PROVIDER_ROOT ?? 'field-projects');
}

export interface FieldProjectRequest {
  /** Superuser address of the cluster. */
  adminUrl: string;
  /** Password of the role that owns the database of the project. */
  password: string;
  /** Folder of the projects of the folder provider. */
  folder: string;
}

interface Action {
  success: boolean;
  message: string;
  id?: number;
}

/** Makes a project of the folder provider with a GeoPackage, and starts its service. A project that is there stays as it is. */
export async function loadFieldProject(
  api: Api,
  { adminUrl, password, folder }: FieldProjectRequest,
): Promise<void> {
  await provisionFieldDatabase({ adminUrl, password });
  await makePackage(join(folder, PROJECT, PACKAGE));
  const act = async (file: string, fields: Record<string, string | number>) => {
    const result = await api.submit<Action>(`/${FIELD_SERVICE}/admin/action/${file}`, fields);
    if (!result.success) throw new Error(result.message);
    return result.id ?? 0;
  };
  const { servers } = await api.submit<{ servers: { name: string }[] }>(
    `/${FIELD_SERVICE}/admin/action/server.php`,
    { list_servers: 1 },
  );
  if (servers.some(({ name }) => name === 'Sample crews')) return;
  const server = await act('server.php', {
    ...{ save: 1, id: 0, name: 'Sample crews', type: 'folder', url: dirname(PROJECT) },
  });
  const { hostname, port } = new URL(adminUrl);
  const link = await act('pglink.php', {
    ...{ save: 1, id: 0, name: 'Sample field database', host: hostname, port },
    ...{ dbname: fieldDatabaseName, username: fieldRole, password, sslmode: 'disable' },
  });
  const project = await act('project.php', {
    ...{ save: 1, id: 0, name: 'World survey', server_id: server, project_id: 'world' },
    ...{ geopackage: PACKAGE, pglink_id: link, schema: 'world' },
  });
  for (const op of ['enable', 'start']) await act('backend.php', { id: project, op });
}

/** Writes the package of the sample layers, as a whole, since the service looks at the folder at any moment. */
async function makePackage(path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(dirname(dirname(path)), '.unfinished.gpkg');
  await rm(unfinished, { force: true });
  const places = join(samples, 'populated-places.geojson');
  const rivers = `/vsizip/${join(samples, 'rivers.zip')}`;
  await run('ogr2ogr', ['-q', '-f', 'GPKG', unfinished, places, '-nln', 'places']);
  await run('ogr2ogr', ['-q', '-update', unfinished, rivers, '-nln', 'rivers', '-nlt', 'MULTILINESTRING']);
  await rename(unfinished, path);
}
