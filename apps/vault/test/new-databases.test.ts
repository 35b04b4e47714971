import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { undoAbandonedDatabases } from '../src/features/connections/new-databases.ts';
import { ask, upload } from './client.ts';
import { serveCountries } from './load-vault.ts';
import { startVault } from './running-vault.ts';
import type { Person } from './test-app.ts';
import { startVaultWithDbadmin } from './with-dbadmin.ts';
import type { VaultWithDbadmin } from './with-dbadmin.ts';

let vault: VaultWithDbadmin;
/** May edit in the vault and in database administration. */
let ada: Person;
/** May edit only in the vault. */
let bob: Person;

beforeAll(async () => {
  vault = await startVaultWithDbadmin();
  ada = await vault.app.signUp({ username: 'ada' });
  bob = await vault.app.signUp({ username: 'bob' });
  await vault.letEdit(ada);
});
afterEach(() => vault.relay.heal());
afterAll(() => vault.close());

const fields = (name: string, more: Record<string, string> = {}) => ({
  spatialdb_import: '1',
  spatialdb_destination: 'new',
  spatialdb_connection_id: String(vault.serverId),
  spatialdb_new_database_name: name,
  ...more,
});
const load = async (
  person: Person,
  given: Record<string, string>,
  dataset = given.spatialdb_new_database_name,
) =>
  (await upload(vault.app, person, { file: 'countries.gpkg', dataset: dataset!, fields: given })).body
    .spatialdb;
const states = async () =>
  (await vault.app.admin.query('SELECT name, state FROM vault.new_databases ORDER BY job_id')).rows;
const connections = async (database: string) =>
  (await vault.app.admin.query('SELECT id FROM vault.connections WHERE database_name = $1', [database]))
    .rowCount;
const rows = (database: string, table = 'countries') =>
  vault.server.query(database, `SELECT count(*)::int AS count FROM ${table}`);
const isCreation = (path: string, method: string) =>
  method === 'POST' && path === '/internal/registry/databases';
const isLogin = (path: string) => path.endsWith('/login');
const isUndo = (_path: string, method: string) => method === 'DELETE';

test('POST /projects/{id}/upload with spatialdb_destination=new creates a database with PostGIS and loads into it', async () => {
  expect(await load(ada, fields('atlas 2026'))).toMatchObject({
    success: true,
    tables: [{ table: 'countries', rows: 241 }],
  });
  expect(await rows('atlas 2026')).toEqual([{ count: 241 }]);
  expect(await connections('atlas 2026')).toBe(1);
  expect(await states()).toContainEqual({ name: 'atlas 2026', state: 'kept' });
  const listed = await ask(vault.dbadmin, ada, { path: '/api/databases' });
  expect(listed.body).toContainEqual(expect.objectContaining({ name: 'atlas 2026', state: 'ready' }));
});

test('POST /projects/{id}/upload with spatialdb_database_id loads into a database of database administration', async () => {
  const { body } = await ask(vault.app, ada, { path: '/api/dbadmin-service/discover' });
  const { id } = body.connections[0].databases.find((each: { name: string }) => each.name === 'atlas 2026');
  const given = { spatialdb_import: '1', spatialdb_database_id: String(id), spatialdb_table_name: 'again' };
  expect(await load(ada, given, 'again')).toMatchObject({ success: true });
  expect(await rows('atlas 2026', 'again')).toEqual([{ count: 241 }]);
  const refused = await load(bob, given, 'of bob');
  expect(refused).toMatchObject({
    success: false,
    error: expect.stringMatching(/edit access to database admin/),
  });
});

test('POST /import-url with spatialdb_destination=new loads into the new database', async () => {
  const files = await serveCountries();
  try {
    const json = { dataset_name: 'fetched', url: files.url, ...fields('fetched') };
    const { status, body } = await ask(vault.app, ada, { path: '/import-url', method: 'POST', json });
    expect([status, body.spatialdb]).toMatchObject([201, { success: true }]);
    expect(await rows('fetched')).toEqual([{ count: 241 }]);
  } finally {
    files.close();
  }
});

test.each([
  [
    'a user without rights in database administration',
    () => bob,
    'of_bob',
    {},
    /edit access to database admin/,
  ],
  ['a server that does not exist', () => ada, 'nowhere', { spatialdb_connection_id: '999' }, /connection/],
  ['a name that is taken', () => ada, 'fetched', {}, /already exists/],
  ['a hostile name', () => ada, '"; DROP DATABASE fetched; --', {}, /Names of databases/],
  [
    'an owner without being an administrator',
    () => ada,
    'owned',
    {
      spatialdb_owner_mode: 'existing',
      spatialdb_owner_username: 'postgres',
    },
    /Only administrators/,
  ],
])(
  'a new database for %s fails with the reason, and nothing is created',
  async (_what, who, name, more, says) => {
    const before = await vault.databases('');
    const answer = await load(who(), fields(name, more), `refused ${_what}`);
    expect(answer).toMatchObject({ success: false, error: expect.stringMatching(says) });
    expect(await vault.databases('')).toEqual(before);
  },
);

test('a load that fails drops its new database, its login and its connection', async () => {
  const roles = await vault.vaultRoles();
  const bad = fields('failed', { spatialdb_schema: 'absent' });
  expect(await load(ada, bad)).toMatchObject({
    success: false,
    error: expect.stringMatching(/no schema "absent"/),
  });
  expect(await vault.databases('failed')).toEqual([]);
  expect(await connections('failed')).toBe(0);
  expect(await vault.vaultRoles()).toBe(roles);
  expect(await states()).toContainEqual({ name: 'failed', state: 'undone' });
});

test('a load drops its new database when database administration fails after creating it, at once or later', async () => {
  vault.relay.fail((path) => (isLogin(path) ? 'refuse' : null));
  expect(await load(ada, fields('half'))).toMatchObject({ success: false });
  expect(await vault.databases('half')).toEqual([]);
  vault.relay.fail((path, method) => (isLogin(path) || isUndo(path, method) ? 'refuse' : null));
  expect(await load(ada, fields('half2'))).toMatchObject({ success: false });
  expect(await vault.databases('half2')).toEqual(['half2']);
  expect(await states()).toContainEqual({ name: 'half2', state: 'undoing' });
  vault.relay.heal();
  await undoAbandonedDatabases(vault.app.context);
  expect(await vault.databases('half2')).toEqual([]);
  expect(await states()).toContainEqual({ name: 'half2', state: 'undone' });
});

test('a load drops its new database when the response to its creation was lost', async () => {
  vault.relay.fail((path, method) => (isCreation(path, method) ? 'lose response' : null));
  expect(await load(ada, fields('unheard'))).toMatchObject({ success: false });
  expect(await vault.databases('unheard')).toEqual([]);
});

test('a load whose worker is killed after the database was created continues with the same database', async () => {
  const killed = await killWorkerAt('resumed', isLogin);
  expect(await vault.databases('resumed')).toEqual(['resumed']);
  const answer = await killed.finish();
  expect(answer?.error).toBeUndefined();
  expect(answer).toMatchObject({ success: true, tables: [{ rows: 241 }] });
  expect(await vault.databases('resumed')).toEqual(['resumed']);
  expect(await rows('resumed')).toEqual([{ count: 241 }]);
});

test('a load whose worker is killed while the database is created creates no second one', async () => {
  const killed = await killWorkerAt('once', isCreation);
  await until('the database exists', async () => (await vault.databases('once')).length === 1);
  expect(await killed.finish()).toMatchObject({ success: true });
  expect(await vault.databases('once')).toEqual(['once']);
});

test('housekeeping drops the database of a job that was cancelled after its worker was killed', async () => {
  const killed = await killWorkerAt('dead', isLogin);
  await vault.app.admin.query(
    `UPDATE vault.jobs SET status = 'cancelled', finished_at = now(), lease_until = NULL WHERE id = $1`,
    [killed.jobId],
  );
  await undoAbandonedDatabases(vault.app.context);
  expect(await vault.databases('dead')).toEqual([]);
  expect(await connections('dead')).toBe(0);
  // And not the ones that stay.
  expect(await vault.databases('resumed')).toEqual(['resumed']);
  await killed.finish();
});

test('passwords of owners are in no job, row, log or response', async () => {
  const password = 'Correct-horse-9-battery';
  const given = fields('secretive', {
    spatialdb_owner_mode: 'new',
    spatialdb_owner_username: 'keeper_of_maps',
    spatialdb_owner_password: password,
  });
  const answer = await load(vault.admin, given);
  expect(answer).toMatchObject({ success: true });
  const tables = [
    'vault.jobs',
    'vault.postgis_loads',
    'vault.new_databases',
    'dbadmin.jobs',
    'dbadmin.service_databases',
  ];
  const all = await Promise.all(
    tables.map(async (table) => (await vault.app.admin.query(`SELECT * FROM ${table}`)).rows),
  );
  expect(JSON.stringify([answer, all]) + vault.server.log()).not.toContain(password);
  const owner = `SELECT tableowner FROM pg_tables WHERE tablename = 'countries' AND pg_has_role('keeper_of_maps', tableowner, 'MEMBER')`;
  expect(await vault.server.query('secretive', owner)).toHaveLength(1);
});

/** Starts a load in a worker of its own, and kills that worker when it sends a request. */
async function killWorkerAt(name: string, isMoment: (path: string, method: string) => boolean) {
  await vault.stopWorker();
  let reached = () => {};
  const moment = new Promise<void>((done) => (reached = done));
  let isFirst = true;
  vault.relay.fail((path, method) => {
    if (!isMoment(path, method) || !isFirst) return null;
    isFirst = false;
    reached();
    return 'hold response';
  });
  const worker = await startVault(vault.app, {
    script: 'worker.ts',
    env: { DBADMIN_URL: vault.relay.url, PORTAL_URL: vault.app.url },
  });
  const answer = load(ada, fields(name));
  await moment;
  await worker.kill();
  vault.relay.heal();
  const { rows } = await vault.app.admin.query(
    `UPDATE vault.jobs SET lease_until = now() - interval '1 minute' WHERE status = 'running' RETURNING id`,
  );
  return {
    jobId: rows[0].id as number,
    /** Lets another worker continue. */
    async finish() {
      vault.restartWorker();
      return answer;
    },
  };
}
