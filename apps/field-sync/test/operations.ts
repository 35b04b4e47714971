import { contractRoutes } from '@cairn/testing';
import type { ContractRoute, Person } from '@cairn/testing';
import { ACTIONS } from '../src/features/actions/choose-action.ts';
import { TARGETS } from '../src/features/proxies/targets.ts';

/** Who may do something; each of them includes those behind it. Owners are those of the project that a request names. */
export type Audience = 'anyone' | 'signed-in' | 'owner' | 'admin';

interface Row {
  /** Method and path as in the contract, and the variant. */
  name: string;
  audience: Audience;
  query?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** What those get who may: status, Location and body. */
  answer: RegExp;
}

export type TestOperation = Row & { route: ContractRoute };

/** No row of any table has it, so what is done with it destroys nothing. */
const NONE = '999999';
const ON_NONE = /^200 .*"success":false,"message":"[^"]*999999/s;
const INCOMPLETE = /^200 .*"success":false,"message":"\w+ is missing/s;
const OK = /^200 /;
const NOT_FOUND = /^404 /;
const REDIRECT = /^30[23] /;
const GATED = /^403 /;

const ADMIN_PAGES =
  'projects services daemons files servers databases select_db rsyncs gstores geonodes users groups group_table quick-start';
const USER_PAGES = 'index _index registration';
const PROJECT_PAGES = 'svc_log data table table_whole';
const TABS = 'synchronize frequency files runs history conflicts edits plans project';

const action = (file: string, variant: string, fields: Row['fields'], answer = ON_NONE): Row => ({
  ...{ name: `POST /admin/action/${file} ${variant}`, audience: 'admin', fields, answer },
});
/** Actions on an entry that is not there, by the field that decides. */
const onNone = (file: string, names: string, more: Row['fields'] = {}): Row[] =>
  names.split(' ').map((name) => action(file, name, { [name]: '', id: NONE, ...more }));
const save = (file: string, variant = 'save', more: Row['fields'] = {}): Row =>
  action(file, variant, { save: '', id: '0', ...more }, INCOMPLETE);
const page = (name: string, audience: Audience, query = ''): Row => ({
  ...{ name: `GET ${name}`, audience, query, answer: /^200 .*<body/s },
});
const anyone = (name: string, answer: RegExp, more: Partial<Row> = {}): Row => ({
  ...{ name, audience: 'anyone', answer, ...more },
});

/** A row for each variant of each operation; `projectId` is of a project whose database is unreachable. */
function rowsFor(projectId: number): Row[] {
  const id = `id=${projectId}`;
  const owner = { audience: 'owner' as const };
  const layer = { layer_name: 'trees', store_tbl: 'trees' };
  const server = (file: string): Row[] => [
    save(file),
    ...onNone(file, 'delete pwd_vis list_projects list_project_geopackages'),
    ...onNone(file, 'list_geopackages project_info', { project_id: 'x' }),
  ];
  return [
    ...ADMIN_PAGES.split(' ').map((name) => page(`/admin/${name}.php`, 'admin')),
    ...USER_PAGES.split(' ').map((name) => page(`/admin/${name}.php`, 'signed-in')),
    ...PROJECT_PAGES.split(' ').map((name) => page(`/admin/${name}.php`, 'owner', id)),
    ...TABS.split(' ').map((tab) =>
      page(`/admin/project_settings.php tab=${tab}`, 'owner', `${id}&tab=${tab}`),
    ),
    { ...page('/admin/edit_excludes.php', 'admin', `id=${NONE}`), answer: NOT_FOUND },
    page('/index.php', 'signed-in'),
    ...server('server.php'),
    ...server('__server.php'),
    action('server.php', 'list_servers', { list_servers: '' }, /"servers":\[/),
    ...['pglink.php', 'project.php', 'node.php'].flatMap((file) => [
      ...[save(file), ...onNone(file, 'delete pwd_vis conn_info')],
    ]),
    ...['user.php', 'group.php'].flatMap((file) => [save(file), ...onNone(file, 'delete')]),
    ...['remote', 'local'].map((type) => save('rsync.php', `save ${type}`, { sync_type: type })),
    ...onNone('rsync.php', 'delete pwd_vis conn_info excludes start stop log accept_key'),
    ...[save('gstore.php'), ...onNone('gstore.php', 'delete pwd_vis details_info store_tables')],
    ...onNone('gstore.php', 'create_layer', layer),
    action('gstore.php', 'create_layer update_node=t', {
      ...{ create_layer: '', id: NONE, update_node: 't', node_id: NONE, ...layer },
    }),
    action('publish_web.php', 'publish', { id: NONE }),
    ...onNone('daemon.php', 'save'),
    ...['skip_init', 'force_init', 'single_run', 'sleep_time', 'retention'].map((param) =>
      action('daemon.php', `set param=${param}`, { set: '', id: NONE, param, val: '1' }),
    ),
    ...['enable', 'disable', 'start', 'stop', 'restart'].map((op) =>
      action('backend.php', `op=${op}`, { op, id: NONE }),
    ),
    ...['list_field_projects', 'list_cloud_projects', 'create_express'].map((name) =>
      action('express.php', name, { [name]: '' }, /^200 .*"success":false,"message":"[^"]*(cloud|field)_/s),
    ),
    ...onNone('express.php', 'take_back'),
    action('express.php', 'unknown discriminator', { other: '' }, /does not say what to do/),
    ...onNone('plan.php', 'approve dismiss'),
    ...onNone('conflict.php', 'keep restore', { conflict: '1' }),
    ...onNone('run.php', 'reconcile dry_run'),
    action('svc_log.php', 'op=empty', { op: 'empty', id: NONE }),
    { ...owner, name: 'GET /admin/action/svc_log.php', query: id, answer: OK },
    {
      ...owner,
      name: 'GET /admin/action/files.php gpkg=NAME',
      query: `${id}&gpkg=a.gpkg`,
      answer: NOT_FOUND,
    },
    {
      ...owner,
      name: 'GET /admin/action/files.php img=RELATIVE_PATH',
      query: `${id}&img=a.jpg`,
      answer: NOT_FOUND,
    },
    {
      ...{ name: 'GET /admin/action/files.php clean=true', audience: 'admin', query: `${id}&clean=true` },
      answer: /^302 \S*project_settings\.php\?id=\d+&tab=files/,
    },
    {
      ...{ ...owner, name: 'POST /admin/action/table_loader.php rows', answer: /^503 .*database/is },
      fields: { id: String(projectId), geom_tbl: 'trees' },
    },
    anyone('GET /shared/ui/{path}', NOT_FOUND),
    anyone('GET /api/health', OK),
    { name: 'GET /api/jobs', audience: 'signed-in', answer: OK },
    { name: 'GET /api/jobs/{id}', audience: 'signed-in', answer: NOT_FOUND },
    { name: 'POST /api/jobs/{id}/cancel', audience: 'signed-in', answer: NOT_FOUND },
    { name: 'GET /api/audit', audience: 'admin', answer: OK },
    anyone('GET /login.php', /^(200 .*Sign in|30[23] )/s),
    // As a link of another site does, which ends no session.
    anyone('GET /logout.php', REDIRECT, { headers: { 'sec-fetch-site': 'cross-site' } }),
    anyone('GET /auth/oidc/login.php', REDIRECT),
    anyone('GET /auth/oidc/callback.php', REDIRECT),
    anyone('GET /signup.php', GATED),
    anyone('POST /admin/action/login.php submit', REDIRECT, { fields: { submit: '' } }),
    anyone('POST /admin/action/signup.php gated', GATED, { fields: {} }),
    anyone('GET /admin/action/verify.php gated', GATED),
    ...Object.entries(TARGETS).flatMap(([service, methods]) =>
      Object.entries(methods).flatMap(([method, paths]) =>
        paths.map((path): Row => ({
          ...{ name: `${method} /api/proxy.php ${service} ${path}`, audience: 'signed-in' },
          // There is no such service, and what is answered here lacks its connection.
          ...{ query: `service=${service}&path=${path}`, answer: /^(502|400|200) / },
        })),
      ),
    ),
    ...['analysis', 'formbuilder'].flatMap((name): Row[] =>
      ['', '{path}'].map((path) => ({
        ...{ name: `GET /${name}/${path}`, audience: 'signed-in', answer: /^502 / },
      })),
    ),
  ];
}

/** All rows with their routes, and the variants of the contract and of the code for which there is no row. */
export function listOperations(projectId: number): { operations: TestOperation[]; missing: string[] } {
  const routes = new Map(contractRoutes('field-sync').map((route) => [route.name, route]));
  const operations = rowsFor(projectId).map((row) => {
    const route = routes.get(row.name.split(' ', 2).join(' '));
    if (!route) throw new Error(`the contract has no ${row.name}`);
    return { ...row, route };
  });
  const names = operations.map(({ name }) => name);
  const variants = Object.entries(ACTIONS).flatMap(([file, deciding]) => {
    const method = routes.has(`POST /admin/action/${file}`) ? 'POST' : 'GET';
    return deciding.map((variant) => `${method} /admin/action/${file} ${variant}`);
  });
  const missing = [...routes.keys(), ...variants].filter(
    (each) => !names.some((name) => name.startsWith(each)),
  );
  return { operations, missing };
}

/** Sends what a row says, with more fields where it has a form; redirects are not followed. */
export async function sendOperation(
  url: string,
  person: Person | null,
  { route, query, fields, headers }: TestOperation,
  more: Record<string, string> = {},
): Promise<{ status: number; location: string; text: string }> {
  const answer = await fetch(url + route.path + (query ? `?${query}` : ''), {
    ...{ method: route.method, redirect: 'manual' },
    headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
    ...(fields ? { body: new URLSearchParams({ ...fields, ...more }) } : {}),
  });
  return {
    ...{ status: answer.status, location: answer.headers.get('location') ?? '' },
    text: await answer.text(),
  };
}
