import type { APIRequestContext } from 'playwright-core';

/** A page, by a name for tests and files. */
export interface NamedPage {
  name: string;
  path: string;
}

export const portalPages: NamedPage[] = [
  { name: 'home', path: '/' },
  { name: 'services', path: '/services' },
  { name: 'catalog', path: '/catalog' },
  { name: 'catalog-list', path: '/catalog?view=list' },
  { name: 'catalog-map', path: '/catalog?view=map' },
  { name: 'account', path: '/account' },
  { name: 'administration', path: '/administration' },
  { name: 'admin-portal', path: '/admin/portal' },
  { name: 'admin-resource-sync', path: '/admin/resource-sync' },
  { name: 'admin-users', path: '/admin/users' },
  { name: 'admin-user-new', path: '/admin/users/new' },
  { name: 'admin-groups', path: '/admin/groups' },
  { name: 'admin-resources', path: '/admin/resources' },
  { name: 'admin-permissions', path: '/admin/permissions' },
  { name: 'admin-audit', path: '/admin/audit' },
  { name: 'nothing-here', path: '/nothing-here' },
];

/** The vault's pages, with a raster and a vector dataset (one of that name) that the signed-in person may see. */
export async function vaultPages(request: APIRequestContext, named?: string): Promise<NamedPage[]> {
  const datasets = await listDatasets(request);
  const vector = datasets.find(({ type, name }) => type === 'vector' && name === (named ?? name));
  const raster = datasets.find(({ type }) => type === 'raster');
  const pages = [
    { name: 'vault', path: '/vault/' },
    { name: 'vault-table', path: '/vault/?view=table&archived=include' },
    { name: 'vault-archived', path: '/vault/?archived=only' },
    { name: 'vault-folder-new', path: '/vault/?panel=folder:new' },
    { name: 'vault-upload', path: '/vault/upload' },
    { name: 'vault-upload-version', path: '/vault/upload?to=version' },
    { name: 'vault-import-url', path: '/vault/upload?from=url' },
    { name: 'vault-import-s3', path: '/vault/upload?from=s3' },
    { name: 'vault-quick-import', path: '/vault/upload?from=quick' },
    { name: 'vault-import-mapserver', path: '/vault/upload?from=mapserver' },
    { name: 'vault-map-servers', path: '/vault/map-servers' },
    { name: 'vault-map-server-new', path: '/vault/map-servers?panel=new' },
    { name: 'vault-gis-projects', path: '/vault/gis-projects' },
    { name: 'vault-connections', path: '/vault/connections' },
    { name: 'vault-connection-new', path: '/vault/connections?panel=new' },
  ];
  const [folder] = await listOf<{ id: number }>(request, '/vault/api/folders');
  if (folder) {
    pages.push(
      { name: 'vault-folder', path: `/vault/?folder=${folder.id}` },
      { name: 'vault-folder-edit', path: `/vault/?folder=${folder.id}&panel=folder:${folder.id}` },
    );
  }
  if (vector) {
    pages.push(
      { name: 'vault-rename', path: `/vault/?panel=rename:${encodeURIComponent(vector.name)}` },
      { name: 'vault-clone', path: `/vault/?panel=clone:${encodeURIComponent(vector.name)}` },
    );
    const path = `/vault/datasets/${encodeURIComponent(vector.name)}`;
    pages.push(
      { name: 'vault-vector', path },
      { name: 'vault-about', path: `${path}?tab=about` },
      { name: 'vault-versions', path: `${path}?tab=versions` },
      { name: 'vault-edit', path: `${path}?panel=edit` },
    );
  }
  const [project] = await listOf<{ id: string }>(request, '/vault/api/gisproj-projects');
  if (project) {
    const path = `/vault/gis-projects?project=${encodeURIComponent(project.id)}`;
    pages.push({ name: 'vault-gis-project', path });
  }
  if (raster)
    pages.push({ name: 'vault-raster', path: `/vault/datasets/${encodeURIComponent(raster.name)}` });
  return pages;
}

interface ListedDataset {
  name: string;
  type: string;
}

/** By name, so that pictures of two runs show the same data. */
async function listDatasets(request: APIRequestContext): Promise<ListedDataset[]> {
  const answer = await request.get('/vault/datasets-summary');
  if (!answer.ok()) return [];
  return ((await answer.json()) as ListedDataset[]).sort((a, b) => a.name.localeCompare(b.name));
}

/** The pages of database administration, with a server (the one of that id) and, where there is one, a database of its. */
export async function dbadminPages(request: APIRequestContext, chosen?: number): Promise<NamedPage[]> {
  const databases = await listOf<{ id: number; connection_id: number }>(request, '/dbadmin/api/databases');
  const database = databases.find(({ connection_id: id }) => id === (chosen ?? id));
  const servers = await listOf<{ id: number }>(request, '/dbadmin/api/connections');
  const server = chosen ?? database?.connection_id ?? servers[0]?.id;
  const pages = [
    { name: 'dbadmin-workspace', path: '/dbadmin/workspace' },
    { name: 'dbadmin-connections', path: '/dbadmin/connections' },
    { name: 'dbadmin-connection-new', path: '/dbadmin/connections?panel=new' },
    { name: 'dbadmin-databases', path: '/dbadmin/databases' },
    { name: 'dbadmin-database-create', path: '/dbadmin/databases?panel=create' },
    { name: 'dbadmin-database-register', path: '/dbadmin/databases?panel=register' },
    { name: 'dbadmin-jobs', path: '/dbadmin/jobs' },
    { name: 'dbadmin-terminal', path: '/dbadmin/terminal' },
  ];
  if (server !== undefined) {
    const of = (path: string, more = '') => `/dbadmin/${path}?connection_id=${server}${more}`;
    pages.push(
      { name: 'dbadmin-connection', path: `/dbadmin/connections?panel=${server}` },
      { name: 'dbadmin-users', path: of('users', '&reserved=show') },
      { name: 'dbadmin-user-new', path: of('users', '&panel=new') },
      { name: 'dbadmin-user', path: of('users/detail', '&name=postgres') },
      { name: 'dbadmin-groups', path: of('groups', '&reserved=show') },
      { name: 'dbadmin-group', path: of('groups/detail', '&name=pg_monitor') },
      { name: 'dbadmin-network', path: of('network-access') },
      { name: 'dbadmin-rule-new', path: of('network-access', '&panel=new') },
      { name: 'dbadmin-settings', path: of('settings') },
      { name: 'dbadmin-psql', path: of('terminal', '&database=postgres') },
    );
  }
  if (database) {
    const path = `/dbadmin/databases/${database.id}`;
    const tabs = ['tables', 'backups', 'import', 'access', 'danger'];
    pages.push(
      { name: 'dbadmin-database', path },
      ...tabs.map((tab) => ({ name: `dbadmin-database-${tab}`, path: `${path}?tab=${tab}` })),
    );
  }
  return pages;
}

/** The pages of the report server, with a report (the one of that key) that the signed-in person may edit. */
export async function reportServerPages(request: APIRequestContext, named?: string): Promise<NamedPage[]> {
  const answer = await request.get('/report-server/api/v1/reports');
  const { reports } = answer.ok()
    ? ((await answer.json()) as { reports: { key: string }[] })
    : { reports: [] };
  const report = reports.find(({ key }) => key === (named ?? key))?.key;
  const table = 'datasource=sample&schema=public&table=populated_places';
  const pages = [
    { name: 'explorer', path: '/report-server/?start' },
    { name: 'explorer-table', path: `/report-server/?${table}` },
    { name: 'datasources', path: '/report-server/datasources' },
    { name: 'datasource-new', path: '/report-server/datasources?panel=new' },
    { name: 'library', path: '/report-server/library' },
    { name: 'library-import', path: '/report-server/library?panel=import' },
    { name: 'report-new', path: '/report-server/library/new' },
    { name: 'runs', path: '/report-server/runs' },
  ];
  if (report) {
    const path = `/report-server/library/${report}`;
    pages.push({ name: 'report', path }, { name: 'report-edit', path: `${path}/edit` });
    pages.push({ name: 'report-versions', path: `${path}/edit?panel=versions` });
  }
  return pages;
}

/** The pages of reports in report management, with the sample reports. */
export function reportPages(): NamedPage[] {
  const of = (page: string, more = '') => `/report-mgmt/reports/${page}.php?report=country-sheet${more}`;
  return [
    { name: 'report-workspace', path: '/report-mgmt/workspace.php' },
    { name: 'report-catalog', path: '/report-mgmt/reports/index.php' },
    { name: 'report-view', path: of('view') },
    { name: 'report-share', path: of('view', '&panel=share') },
    { name: 'report-runner', path: of('report_runner') },
    {
      name: 'report-runner-done',
      path: of('report_runner', '&continent=South%20America&country=BRA'),
    },
    { name: 'report-publish', path: '/report-mgmt/reports/publish_report.php' },
    { name: 'report-edit-definition', path: of('edit_report') },
    { name: 'report-delete', path: of('delete_report') },
    { name: 'report-datasources', path: '/report-mgmt/reports/datasources.php' },
    { name: 'report-context', path: '/report-mgmt/reports/generate_report_context.php' },
    { name: 'report-resource-sync', path: '/report-mgmt/reports/resource_sync.php' },
  ];
}

/** The pages of schedules, runs and mails, with one of each: by ids, address and name where given, else the first. */
export async function schedulePages(
  request: APIRequestContext,
  own: { schedule?: string; run?: string; recipient?: string; template?: string } = {},
): Promise<NamedPage[]> {
  const of = (path: string) => `/report-mgmt/${path}`;
  const pages = [
    { name: 'schedules', path: of('schedules.php') },
    { name: 'schedule-new', path: of('edit_schedule.php?report=country-sheet') },
    { name: 'executions', path: of('executions.php') },
    { name: 'history', path: of('history.php') },
    { name: 'recipients', path: of('recipients.php') },
    { name: 'recipient-new', path: of('edit_recipient.php') },
    { name: 'email-templates', path: of('email_templates.php') },
    { name: 'email-template-new', path: of('edit_email_template.php') },
  ];
  const listed = async (list: string, member: string) => {
    const answer = await request.get(of(`api/v1/${list}`));
    return answer.ok() ? (((await answer.json()) as Record<string, ListedMember[]>)[member] ?? []) : [];
  };
  const [schedules, runs, recipients, templates] = await Promise.all([
    listed('schedules?limit=1', 'schedules'),
    listed('executions?limit=1&trigger=run_now', 'executions'),
    listed('recipients', 'recipients'),
    listed('email-templates', 'templates'),
  ]);
  const schedule = own.schedule ?? schedules[0]?.id;
  const run = own.run ?? runs[0]?.id;
  const recipient = recipients.find(({ email }) => email === (own.recipient ?? email))?.id;
  const template = templates.find(({ name }) => name === (own.template ?? name))?.id;
  if (schedule) {
    pages.push(
      { name: 'schedule', path: of(`edit_schedule.php?id=${schedule}`) },
      { name: 'schedule-history', path: of(`history.php?schedule=${schedule}`) },
    );
  }
  if (run) pages.push({ name: 'run', path: of(`history.php?run=${run}`) });
  if (recipient) pages.push({ name: 'recipient', path: of(`edit_recipient.php?id=${recipient}`) });
  if (template) pages.push({ name: 'email-template', path: of(`edit_email_template.php?id=${template}`) });
  return pages;
}

/** The tabs of a project's settings in field-sync. */
const FIELD_TABS = [
  ...[
    'synchronize',
    'frequency',
    'files',
    'runs',
    'history',
    'map',
    'conflicts',
    'edits',
    'plans',
    'project',
  ],
];

/** The pages of field-sync, with a project (the one of that name). */
export async function fieldSyncPages(request: APIRequestContext, named?: string): Promise<NamedPage[]> {
  const of = (path: string) => `/field-sync/admin/${path}`;
  const pages = [
    { name: 'field-overview', path: of('index.php') },
    { name: 'field-projects', path: of('projects.php') },
    { name: 'field-project-new', path: of('project_settings.php?id=0') },
    { name: 'field-servers', path: of('servers.php') },
    { name: 'field-server-new', path: of('servers.php?id=0') },
    { name: 'field-databases', path: of('databases.php') },
    { name: 'field-database-new', path: of('databases.php?id=0') },
    { name: 'field-targets', path: of('rsyncs.php') },
    { name: 'field-target-remote-new', path: of('rsyncs.php?id=0') },
    { name: 'field-target-local-new', path: of('rsyncs.php?id=0&type=local') },
    { name: 'field-map-stores', path: of('gstores.php') },
    { name: 'field-map-store-new', path: of('gstores.php?id=0') },
    { name: 'field-catalog-nodes', path: of('geonodes.php') },
    { name: 'field-catalog-node-new', path: of('geonodes.php?id=0') },
    { name: 'field-users', path: of('users.php') },
    { name: 'field-user-new', path: of('users.php?id=0') },
    { name: 'field-groups', path: of('groups.php') },
    { name: 'field-group-new', path: of('groups.php?id=0') },
    { name: 'field-daemons', path: of('daemons.php') },
    { name: 'field-packages', path: of('files.php') },
    { name: 'field-quick-start', path: of('quick-start.php') },
    { name: 'field-registration', path: of('registration.php') },
  ];
  const list = await request.get(of('projects.php'));
  const rows = [...(await list.text()).matchAll(/data-project[^>]*data-id="(\d+)"[^>]*data-name="([^"]*)"/g)];
  const id = rows.find(([, , name]) => name === (named ?? name))?.[1];
  if (id) {
    const settings = `project_settings.php?id=${id}`;
    pages.push(...FIELD_TABS.map((tab) => ({ name: `field-${tab}`, path: of(`${settings}&tab=${tab}`) })));
    pages.push({ name: 'field-log', path: of(`svc_log.php?id=${id}`) });
    pages.push({ name: 'field-tables', path: of(`data.php?id=${id}`) });
    const tables = await (await request.get(of(`data.php?id=${id}`))).text();
    const [, table] = /data-layer[^>]*data-name="([^"]*)"/.exec(tables) ?? [];
    if (table) pages.push({ name: 'field-table', path: of(`table.php?id=${id}&table=${table}`) });
  }
  const targets = await (await request.get(of('rsyncs.php'))).text();
  const [, target] = /data-rsync[^>]*data-id="(\d+)"/.exec(targets) ?? [];
  if (target) {
    pages.push({ name: 'field-target', path: of(`rsyncs.php?id=${target}`) });
    pages.push({ name: 'field-excludes', path: of(`edit_excludes.php?id=${target}`) });
  }
  return pages;
}

interface ListedMember {
  id: string | number;
  email?: string;
  name?: string;
}

async function listOf<T>(request: APIRequestContext, path: string): Promise<T[]> {
  const answer = await request.get(path);
  return answer.ok() ? ((await answer.json()) as T[]) : [];
}
