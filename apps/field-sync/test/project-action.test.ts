import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { formActions } from './form-actions.ts';
import { postAction, sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let boss: Person;
let server: number;
let link: number;
let target: number;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  server = await saved('server.php', {
    ...{ name: 'North', type: 'field', url: 'https://127.0.0.1:9' },
    ...{ username: 'crew', password: 'planted server' },
  });
  link = await saved('pglink.php', {
    ...{ name: 'Field', host: '127.0.0.1', port: 5433, dbname: 'field' },
    ...{ username: 'writer', password: "planted 'database'" },
  });
  const { rows } = await app.admin.query(
    `INSERT INTO field_sync.file_targets (name, sync_type, local_project_id) VALUES ('Disk', 'local', 'disk') RETURNING id`,
  );
  target = rows[0].id;
});
beforeEach(() => app.admin.query('DELETE FROM field_sync.projects'));
afterAll(() => app.close());

const send = (path: string, fields: ActionFields) => postAction(app, boss, { path, fields });
const saved = async (path: string, fields: ActionFields): Promise<number> =>
  (await send(path, { save: '', id: 0, ...fields })).id;
const project = (): ActionFields => ({
  ...{ save: '', id: 0, name: 'Trees', server_id: server, project_id: 'crew/trees' },
  ...{ geopackage: 'data/trees.gpkg', pglink_id: link, schema: 'trees' },
});
const { create, events, post, query, rowOf } = formActions(() => ({ app, person: boss }), {
  path: 'project.php',
  table: 'projects',
  fields: project,
});
const targetsOf = async (id: number) =>
  (await query('SELECT file_target_id FROM field_sync.project_file_targets WHERE project_id = $1', [id])).map(
    (row) => row.file_target_id,
  );
const openRun = (id: number, jobId: number | null = null) =>
  query(`INSERT INTO field_sync.runs (project_id, kind, status, job_id) VALUES ($1, 'sync', 'running', $2)`, [
    id,
    jobId,
  ]);

test('POST /admin/action/project.php save with id 0 creates a project, which is stopped, with its file targets', async () => {
  const body = await post({ ...project(), 'rsync_ids[]': [target, target, ''] });
  expect(body).toEqual({ success: true, message: 'Saved Trees.', id: expect.any(Number) });
  expect(await rowOf(body.id)).toMatchObject({
    ...{ name: 'Trees', server_id: server, project_id: 'crew/trees', geopackage: 'data/trees.gpkg' },
    ...{
      pglink_id: link,
      schema: 'trees',
      owner_id: null,
      started: false,
      enabled: false,
      sleep_time: 10,
    },
  });
  expect(await targetsOf(body.id)).toEqual([target]);
  expect(await events(body.id)).toMatchObject([
    { event: 'project.created', subject: 'Trees', actor_name: 'bea', details: { rsync_ids: [target] } },
  ]);
});

test('POST /admin/action/project.php save with an id replaces the fields and file targets, and keeps the service as it is', async () => {
  const id = await create('Trees', { 'rsync_ids[]': target });
  await query(
    `UPDATE field_sync.projects SET started = true, sleep_time = 60, provider_id = 'p', provider_version = 'v2',
            applied_version = 'v2', applied_seq = 2 WHERE id = $1`,
    [id],
  );
  expect(await post({ ...project(), id, name: 'All trees' })).toMatchObject({ success: true, id });
  expect(await rowOf(id)).toMatchObject({
    ...{ name: 'All trees', started: true, sleep_time: 60, provider_id: 'p', applied_version: 'v2' },
  });
  expect(await targetsOf(id)).toEqual([]);
});

test('POST /admin/action/project.php save with another source or place starts over, and supersedes open plans', async () => {
  const id = await create('Trees');
  const learned = `provider_id = 'p', provider_version = 'v2', applied_version = 'v2', applied_seq = 2, paused_code = 'x', failures = 3`;
  const learn = () => query(`UPDATE field_sync.projects SET ${learned} WHERE id = $1`, [id]);
  const [{ id: runId }] = await query(
    `INSERT INTO field_sync.runs (project_id, kind, status) VALUES ($1, 'sync', 'paused') RETURNING id`,
    [id],
  );
  await query(
    `INSERT INTO field_sync.plans (project_id, run_id, seq, package_sha256, snapshot_id, items) VALUES ($1, $2, 2, 'x', 1, '[]')`,
    [id, runId],
  );
  await learn();
  await post({ ...project(), id, geopackage: 'other.gpkg' });
  expect(await rowOf(id)).toMatchObject({
    ...{ provider_id: 'p', provider_version: 'v2', applied_version: null, applied_seq: '2' },
    ...{ paused_code: null, failures: 0 },
  });
  expect(await query('SELECT status FROM field_sync.plans')).toEqual([{ status: 'superseded' }]);
  await learn();
  await post({ ...project(), id, geopackage: 'other.gpkg', project_id: 'crew/other' });
  expect(await rowOf(id)).toMatchObject({ provider_id: null, provider_version: null, applied_version: null });
  await learn();
  await post({ ...project(), id, geopackage: 'other.gpkg', project_id: 'crew/other', schema: 'elsewhere' });
  expect(await rowOf(id)).toMatchObject({ provider_id: 'p', applied_version: null, applied_seq: '0' });
});

test.each([
  ['server', async () => ({ server_id: await otherServer() })],
  ['project', () => ({ project_id: 'crew/other' })],
  ['geopackage', () => ({ geopackage: 'other.gpkg' })],
  ['schema', () => ({ schema: 'other' })],
])('POST /admin/action/project.php save refuses another %s while a run is open', async (_what, change) => {
  const id = await create('Trees');
  await openRun(id);
  const before = await rowOf(id);
  const body = await post({ ...project(), id, ...(await change()) });
  expect(body).toEqual({ success: false, message: expect.stringContaining('Stop the project') });
  expect(await rowOf(id)).toEqual(before);
  expect(await post({ ...project(), id, name: 'Renamed' })).toMatchObject({ success: true });
});

test('POST /admin/action/project.php save says which projects write to the same schema, also through another link', async () => {
  await create('First');
  const again = await saved('pglink.php', {
    ...{
      name: 'The same',
      host: '127.0.0.1',
      port: 5433,
      dbname: 'field',
      username: 'other',
      password: 'x',
    },
  });
  const { success, message } = await post({ ...project(), name: 'Second', pglink_id: again });
  expect(success).toBe(true);
  expect(message).toContain('The schema "trees" is also that of "First"');
  expect((await post({ ...project(), name: 'Third', schema: 'own' })).message).toBe('Saved Third.');
});

test('POST /admin/action/project.php delete forgets the project and cancels its run, and says where its tables stay', async () => {
  const id = await create('Trees');
  const job = await app.context.db
    .transaction()
    .execute((trx) =>
      app.context.jobs.enqueue(trx, { kind: 'field_sync.run', payload: {}, requestedBy: 'bea' }),
    );
  await openRun(id, job.id);
  await query(`INSERT INTO field_sync.log_lines (project_id, level, message) VALUES ($1, 'info', 'x')`, [id]);
  await query(
    `INSERT INTO field_sync.snapshots (project_id, version, package_sha256) VALUES ($1, 'v1', 'x')`,
    [id],
  );
  expect(await post({ delete: '', id })).toEqual({
    success: true,
    message: 'Deleted Trees. Its tables stay in the schema "trees".',
  });
  for (const table of ['projects', 'runs', 'snapshots', 'log_lines'])
    expect(await query(`SELECT * FROM field_sync.${table}`)).toEqual([]);
  expect((await app.context.jobs.get(job.id))?.status).toBe('cancelled');
  expect((await events(id)).at(-1)).toMatchObject({ event: 'project.deleted', subject: 'Trees' });
  expect(await post({ delete: '', id })).toMatchObject({ success: false });
});

test('POST /admin/action/project.php pwd_vis shows the password of its server, conn_info the login of its database', async () => {
  const id = await create('Trees');
  const answer = await sendAction(app, boss, { path: 'project.php', fields: { pwd_vis: '', id } });
  expect(answer.body).toEqual({ success: true, message: 'planted server' });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await post({ conn_info: '', id })).toEqual({
    success: true,
    message:
      "host=127.0.0.1 port=5433 dbname=field user=writer password='planted \\'database\\'' sslmode=prefer",
  });
  const [, ...shown] = await events(id);
  expect(shown).toMatchObject([
    { event: 'project.secret_shown', details: { secret: 'server', server_id: server } },
    { event: 'project.secret_shown', details: { secret: 'database', database_link_id: link } },
  ]);
  expect(JSON.stringify(shown)).not.toContain('planted');
});

test.each<[string, ActionFields, string]>([
  ['no name', { name: '' }, 'name is missing'],
  ['no server', { server_id: '' }, 'server_id is missing'],
  ['an unknown server', { server_id: 999_999 }, 'server_id: there is no entry 999999'],
  ['an unknown database', { pglink_id: 999_999 }, 'pglink_id: there is no entry 999999'],
  ['an unknown file target', { 'rsync_ids[]': [999_999] }, 'rsync_ids[]: there is no entry 999999'],
  ['a file target that is not a number', { 'rsync_ids[]': ['x'] }, 'rsync_ids[] must be a whole number'],
  ['51 file targets', { 'rsync_ids[]': Array(51).fill(1) }, 'at most 50 values'],
  ['no project of the provider', { project_id: ' ' }, 'project_id is missing'],
  ['an absolute geopackage', { geopackage: '/etc/x.gpkg' }, 'path of a file within the project'],
  ['a geopackage above the project', { geopackage: 'a/../../x.gpkg' }, 'path of a file within the project'],
  ['another file', { geopackage: 'x.gpkg.exe' }, 'path of a file within the project'],
  ['a geopackage without a name', { geopackage: 'a/.gpkg' }, 'path of a file within the project'],
  ['no schema', { schema: '' }, 'schema is missing'],
  ['a schema of the system', { schema: 'pg_catalog' }, 'schema must be a name'],
  ['the information schema', { schema: 'INFORMATION_SCHEMA' }, 'schema must be a name'],
  ['a schema of 64 bytes', { schema: 'ü'.repeat(32) }, 'schema must be a name'],
  ['an unknown id', { id: 999_999 }, 'There is no project 999999'],
])(
  'POST /admin/action/project.php save with %s answers success false and stores nothing',
  async (_what, change, sentence) => {
    const body = await post({ ...project(), ...change });
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await query('SELECT * FROM field_sync.projects')).toEqual([]);
  },
);

test('POST /admin/action/project.php save refuses a name that another project has', async () => {
  await create('Trees');
  expect(await post({ ...project(), name: 'TREES', schema: 'x' })).toMatchObject({
    ...{ success: false, message: expect.stringContaining('already a project with this name') },
  });
});

test('POST /admin/action/project.php save and what it names being deleted or changed at the same moment: one of both is refused', async () => {
  for (let round = 0; round < 6; round += 1) {
    const login = { url: 'https://127.0.0.1:9', username: 'u', password: 'p' };
    const id = await saved('server.php', { name: `Racing ${round}`, type: 'field', ...login });
    const kept = await create(`Kept ${round}`, { schema: `kept_${round}` });
    const moved = { ...project(), id: kept, name: `Kept ${round}`, schema: `kept_${round}`, server_id: id };
    const [created, changed, , deleted] = await Promise.all([
      post({ ...project(), name: `Racing ${round}`, server_id: id, schema: `racing_${round}` }),
      post(moved),
      send('server.php', {
        save: '',
        id,
        name: `Racing ${round}`,
        type: 'field',
        ...login,
        url: 'https://127.0.0.1:8',
      }),
      send('server.php', { delete: '', id }),
    ]);
    const [row] = await query('SELECT id FROM field_sync.servers WHERE id = $1', [id]);
    expect([deleted.success, row === undefined]).toEqual([!row, !row]);
    if (deleted.success) expect([created.success, changed.success]).toEqual([false, false]);
  }
});

test('a list of projects names server, database and file targets', async () => {
  const id = await create('Trees', { 'rsync_ids[]': target });
  expect(await app.context.projects.list()).toMatchObject([
    { id, serverName: 'North', serverType: 'field', databaseName: 'Field', fileTargetIds: [target] },
  ]);
  const { servers, databaseLinks } = app.context;
  expect(await servers.list()).toContainEqual(expect.objectContaining({ id: server, projects: 1 }));
  expect(await databaseLinks.list()).toContainEqual(expect.objectContaining({ id: link, projects: 1 }));
});

async function otherServer(): Promise<number> {
  const [row] = await query(`SELECT id FROM field_sync.servers WHERE name = 'South'`);
  if (row) return row.id;
  const fields = { name: 'South', type: 'cloud', url: 'https://127.0.0.1:9', username: 'u', password: 'p' };
  return saved('server.php', fields);
}
