import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repositoryRoot } from '../topology.ts';
import { signIn, type Api } from './api.ts';
import { cards, datasets, folders, groups, reports, user } from './content.ts';
import { loadDatasource, sampleDatasourceKey, takesDatasources } from './datasource.ts';
import { FIELD_SERVICE, loadFieldProject, takesFieldProjects } from './field-project.ts';
import { loadReports, REPORT_SERVICE, takesReports } from './reports.ts';
import { loadServer } from './server.ts';

export interface SampleRequest {
  url: string;
  adminPassword: string;
  userPassword: string;
  /** Superuser address of the platform's own cluster. */
  adminUrl: string;
  /** Password of the login that reads the sample database. */
  readerPassword: string;
  /** Folder of the definitions of reports. */
  reportsRoot: string;
  /** Password of the role that owns the database of the sample field project, and the folder of field projects. */
  fieldPassword: string;
  fieldFolder: string;
}

/** Registers the sample database with a report server that a data folder got after its sample data. */
export async function loadSampleDatasource(request: SampleRequest): Promise<void> {
  const { url, adminPassword, adminUrl, readerPassword } = request;
  const api = await signIn(url, 'admin', adminPassword);
  const groupIds = await loadGroups(api);
  await untilKnown(api, ['report-server']);
  const isNew = await loadDatasource(api, { adminUrl, password: readerPassword });
  if (isNew) await shareDatasource(await createGrant(api, groupIds));
  await api.signOut();
}

/** Adds the sample reports to a data folder that got report management after its sample data. */
export async function loadSampleReports({ url, adminPassword, reportsRoot }: SampleRequest): Promise<void> {
  const api = await signIn(url, 'admin', adminPassword);
  const groupIds = await loadGroups(api);
  await untilKnown(api, [REPORT_SERVICE]);
  await loadReports(api, reportsRoot);
  await shareReports(await createGrant(api, groupIds));
  await api.signOut();
}

/** Adds the sample field project to a data folder that got field sync after its sample data. */
export async function loadSampleFieldProject(request: SampleRequest): Promise<void> {
  const api = await signIn(request.url, 'admin', request.adminPassword);
  await untilKnown(api, [FIELD_SERVICE]);
  await loadFieldProject(api, fieldProjectOf(request));
  await api.signOut();
}

function fieldProjectOf({ adminUrl, fieldPassword, fieldFolder }: SampleRequest) {
  return { adminUrl, password: fieldPassword, folder: fieldFolder };
}

interface Listed<T> {
  items: T[];
}

interface Resource {
  id: number;
  resource_type: string;
  resource_key: string;
}

const samples = join(repositoryRoot, 'tools', 'sample-data');

/** Loads groups, a user, datasets, cards and a server as an administrator would by hand. Existing ones stay. */
export async function loadSampleData(request: SampleRequest): Promise<void> {
  const { url, adminPassword, userPassword, adminUrl, readerPassword, reportsRoot } = request;
  const api = await signIn(url, 'admin', adminPassword);
  const groupIds = await loadGroups(api);
  await loadUser(api, userPassword, groupIds);
  const hasDatasources = takesDatasources();
  const hasReports = takesReports();
  const hasFieldProjects = takesFieldProjects();
  await untilKnown(api, [
    ...['vault', 'dbadmin'],
    ...(hasDatasources ? ['report-server'] : []),
    ...(hasReports ? [REPORT_SERVICE] : []),
    ...(hasFieldProjects ? [FIELD_SERVICE] : []),
  ]);
  const folderIds = await loadFolders(api);
  for (const dataset of datasets) await loadDataset(api, dataset, folderIds);
  if (hasDatasources) await loadDatasource(api, { adminUrl, password: readerPassword });
  if (hasReports) await loadReports(api, reportsRoot);
  if (hasFieldProjects) await loadFieldProject(api, fieldProjectOf(request));
  await share(api, groupIds, { hasDatasources, hasReports });
  await loadCards(api);
  await loadServer(api, adminUrl);
  await api.signOut();
}

async function loadGroups(api: Api): Promise<Map<string, number>> {
  const { items } = await api.get<Listed<{ id: number; name: string }>>('/api/admin/groups');
  const ids = new Map(items.map(({ id, name }) => [name, id]));
  for (const group of groups) {
    if (!ids.has(group.name))
      ids.set(group.name, (await api.send<{ id: number }>('POST', '/api/admin/groups', group)).id);
  }
  return ids;
}

async function loadUser(api: Api, password: string, groupIds: Map<string, number>): Promise<void> {
  const { items } = await api.get<Listed<{ username: string }>>(`/api/admin/users?search=${user.username}`);
  if (items.some(({ username }) => username === user.username)) return;
  const group_ids = user.groups.map((name) => groupIds.get(name));
  await api.send('POST', '/api/admin/users', {
    username: user.username,
    email: user.email,
    password,
    group_ids,
  });
}

/** A service reports to the portal a moment after it has started. */
async function untilKnown(api: Api, services: string[]): Promise<void> {
  let missing = services;
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(100)) {
    const { items } = await api.get<Listed<Resource>>('/api/admin/resources?resource_type=service');
    missing = services.filter((name) => !items.some(({ resource_key }) => resource_key === name));
    if (missing.length === 0) return;
  }
  throw new Error(`${missing.join(', ')} did not register with the portal within 30 s. The log shows why.`);
}

async function loadFolders(api: Api): Promise<Map<string, number>> {
  const known = await api.get<{ id: number; name: string }[]>('/vault/api/folders');
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  for (const folder of folders) {
    if (!ids.has(folder.name))
      ids.set(folder.name, (await api.send<{ id: number }>('POST', '/vault/api/folders', folder)).id);
  }
  return ids;
}

async function loadDataset(
  api: Api,
  { file, name, folder, metadata }: (typeof datasets)[number],
  folderIds: Map<string, number>,
): Promise<void> {
  const fields = { dataset_name: name, folder_id: String(folderIds.get(folder)) };
  await api.upload('/vault/projects/1/upload', join(samples, file), fields);
  await api.send('POST', `/vault/datasets/${name}/metadata`, metadata);
}

/** The first group may edit in a service as a whole. */
const editing = groups.slice(0, 1).map(({ name }) => ({ group: name, permission: 'edit' as const }));

type Grant = (
  type: string,
  key: string,
  rights: Pick<(typeof datasets)[number], 'visibility' | 'access'>,
) => Promise<void>;

async function createGrant(api: Api, groupIds: Map<string, number>): Promise<Grant> {
  const { items } = await api.get<Listed<Resource>>('/api/admin/resources');
  return async (type, key, { visibility, access }) => {
    const resource = items.find(
      ({ resource_type, resource_key }) => resource_type === type && resource_key === key,
    );
    if (!resource) throw new Error(`The portal has no ${type} "${key}".`);
    const matrix = access.map(({ group, permission }) => ({
      group_id: groupIds.get(group),
      view: true,
      edit: permission === 'edit',
      admin: false,
    }));
    await api.send('PUT', `/api/admin/resources/${resource.id}/permissions`, { visibility, matrix });
  };
}

/** The vault is public; each dataset has its own visibility and groups. */
async function share(
  api: Api,
  groupIds: Map<string, number>,
  { hasDatasources, hasReports }: { hasDatasources: boolean; hasReports: boolean },
): Promise<void> {
  const grant = await createGrant(api, groupIds);
  await grant('service', 'vault', { visibility: 'public', access: editing });
  for (const dataset of datasets) {
    const path = `/vault/datasets/${dataset.name}/metadata`;
    const { resource_key: key } = await api.get<{ resource_key: string }>(path);
    await grant('vault_dataset', key, dataset);
  }
  if (hasDatasources) await shareDatasource(grant);
  if (hasReports) await shareReports(grant);
}

/** Report management is public; each report has its own visibility and groups. */
async function shareReports(grant: Grant): Promise<void> {
  await grant('service', REPORT_SERVICE, { visibility: 'public', access: editing });
  for (const report of reports) await grant('report', report.key, report);
}

/** Both groups explore the sample database. */
async function shareDatasource(grant: Grant): Promise<void> {
  const viewing = groups.map(({ name }) => ({ group: name, permission: 'view' as const }));
  await grant('datasource', sampleDatasourceKey, { visibility: 'restricted', access: viewing });
}

async function loadCards(api: Api): Promise<void> {
  const { items } = await api.get<Listed<{ title: string }>>('/api/admin/portal/cards');
  const titles = new Set(items.map(({ title }) => title));
  for (const [index, { picture, ...card }] of cards.entries()) {
    if (titles.has(card.title)) continue;
    const image = picture ? { image_url: await pictureOf(api, picture) } : {};
    await api.send('POST', '/api/admin/portal/cards', { ...card, ...image, sort_order: (index + 1) * 10 });
  }
}

/** Uploads the vault's thumbnail of a dataset to the portal, like any other picture. */
async function pictureOf(api: Api, dataset: string): Promise<string> {
  const picture = await api.download(`/vault/datasets/${dataset}/thumbnail`);
  return (await api.upload<{ url: string }>('/api/admin/portal/thumbnails', picture)).url;
}
