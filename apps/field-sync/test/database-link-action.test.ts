import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import pg from 'pg';
import { createDatabaseLinkService } from '../src/features/database-links/service.ts';
import { formActions } from './form-actions.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';

let app: TestFieldSync;
let boss: Person;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
});
afterAll(() => app.close());

const LINK = {
  ...{ save: '', id: 0, host: '127.0.0.1', port: 5433, dbname: 'field' },
  ...{ username: 'crew', password: 'planted /+secret' },
};
const { create, events, post, rowOf, rows } = formActions(() => ({ app, person: boss }), {
  path: 'pglink.php',
  table: 'database_links',
  fields: () => LINK,
});

test('POST /admin/action/pglink.php save with id 0 creates a database link, whose password is stored encrypted', async () => {
  const saved = await post({ ...LINK, name: 'Field data' });
  expect(saved).toEqual({
    ...{ success: true, id: expect.any(Number) },
    message: expect.stringMatching(/^Saved Field data\. Signing in there failed: No database responds/),
  });
  const row = await rowOf(saved.id);
  expect(row).toMatchObject({
    ...{ name: 'Field data', host: '127.0.0.1', port: 5433, username: 'crew', dbname: 'field' },
    ...{ sslmode: 'prefer', owner_id: null, sealed_password: expect.stringMatching(/^s1\./) },
  });
  expect(await events(saved.id)).toMatchObject([
    {
      ...{ event: 'database_link.created', subject: 'Field data', actor_name: 'bea' },
      details: { host: '127.0.0.1', port: 5433, username: 'crew', database: 'field' },
    },
  ]);
  expect(JSON.stringify(await events(saved.id))).not.toContain('planted');
});

test('POST /admin/action/pglink.php save with an id replaces that link; a blank password and sslmode keep the stored ones', async () => {
  const id = await create('Before', { sslmode: 'require' });
  const { sealed_password: sealed } = await rowOf(id);
  const blank = { password: '', port: '5433', dbname: 'other' };
  expect(await post({ ...LINK, ...blank, id, name: 'After' })).toMatchObject({ success: true, id });
  expect(await rowOf(id)).toMatchObject({
    ...{ name: 'After', dbname: 'other', sslmode: 'require', sealed_password: sealed },
  });
});

test.each([
  ['host', { host: '127.0.0.2' }],
  ['port', { port: 5432 }],
  ['port, left out,', { port: '' }],
  ['username', { username: 'postgres' }],
  ['weaker encryption', { sslmode: 'disable' }],
])('POST /admin/action/pglink.php save keeps no stored password for another %s', async (what, change) => {
  const id = await create(`Kept ${what}`, { sslmode: 'require' });
  const before = await rowOf(id);
  expect(await post({ ...LINK, id, name: 'Moved', password: '', ...change })).toEqual({
    ...{ success: false, message: expect.stringContaining('Enter the password again') },
  });
  expect(await rowOf(id)).toEqual(before);
});

test('POST /admin/action/pglink.php pwd_vis shows the password, no-store, and is audited', async () => {
  const id = await create('Shown');
  const answer = await sendAction(app, boss, { path: 'pglink.php', fields: { pwd_vis: '', id } });
  expect(answer.body).toEqual({ success: true, message: 'planted /+secret' });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await events(id)).toMatchObject([{}, { event: 'database_link.secret_shown', subject: 'Shown' }]);
});

test('POST /admin/action/pglink.php conn_info answers keywords and values that libpq reads back, whatever is in them', async () => {
  const role = `o'ne\\il ${randomBytes(4).toString('hex')}`;
  const password = `it's \\ a "secret" = ${randomBytes(4).toString('hex')} \\`;
  const name = pg.escapeIdentifier(role);
  await app.admin.query(`CREATE ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  try {
    const { hostname, port } = new URL(app.database.adminUrl);
    const place = { host: hostname, port, dbname: 'postgres', sslmode: 'disable' };
    const id = await create('Quoted', { ...place, username: role, password });
    const { message } = await post({ conn_info: '', id });
    expect(message).toContain(`host=${hostname} port=${port} dbname=`);
    const { stdout } = await promisify(execFile)('psql', [message, '-XAtc', 'SELECT current_user']);
    expect(stdout.trim()).toBe(role);
    expect((await events(id)).at(-1)).toMatchObject({ event: 'database_link.secret_shown' });
  } finally {
    await app.admin.query(`DROP OWNED BY ${name}`);
    await app.admin.query(`DROP ROLE ${name}`);
  }
});

test('POST /admin/action/pglink.php pwd_vis and conn_info count together: 30 an hour a person', async () => {
  const id = await create('Counted');
  const eager = await app.signUp({ username: 'eager', isAdmin: true });
  const shown = Array.from({ length: 32 }, (_, at) =>
    sendAction(app, eager, { path: 'pglink.php', fields: { [at % 2 ? 'pwd_vis' : 'conn_info']: '', id } }),
  );
  const answers = (await Promise.all(shown)).map(({ body }) => body.success);
  expect(answers.filter(Boolean)).toHaveLength(30);
});

test('POST /admin/action/pglink.php delete refuses a link with projects by their names, and deletes one without', async () => {
  const id = await create('Used');
  await testProjects(app).addProject({ name: 'Trees', linkId: id });
  expect(await post({ delete: '', id })).toEqual({
    success: false,
    message: 'The database "Used" is used by the project "Trees". Change or delete it first.',
  });
  await app.admin.query('DELETE FROM field_sync.projects');
  expect(await post({ delete: '', id })).toEqual({ success: true, message: 'Deleted Used.' });
  expect(await rowOf(id)).toBeUndefined();
  expect((await events(id)).at(-1)).toMatchObject({ event: 'database_link.deleted', subject: 'Used' });
});

test('POST /admin/action/pglink.php save lets projects that failed try the database at once', async () => {
  const id = await create('Fixed');
  const retryAt = new Date(Date.now() + 900_000);
  await testProjects(app).addProject({ linkId: id, row: { retry_at: retryAt } });
  expect(await post({ ...LINK, id, name: 'Fixed', password: 'another' })).toMatchObject({ success: true });
  const { rows: projects } = await app.admin.query('SELECT retry_at FROM field_sync.projects');
  expect(projects).toEqual([{ retry_at: null }]);
  await app.admin.query('DELETE FROM field_sync.projects');
});

test.each([
  ['no name', { name: '' }, 'name is missing'],
  ['a list of hosts', { host: 'a.example,b.example' }, 'one name or one IP address'],
  ['the path of a socket', { host: '/var/run/postgresql' }, 'one name or one IP address'],
  ['a number for an address', { host: '2130706433' }, 'one name or one IP address'],
  ['keywords in the host', { host: "x' user='root" }, 'one name or one IP address'],
  ['an address of a cloud', { host: '169.254.169.254' }, 'SERVER_ALLOWED_CIDRS'],
  ['port 0', { port: 0 }, 'port must be a number'],
  ['port 65536', { port: 65_536 }, 'port must be a number'],
  ['a port in words', { port: '5432 ' + 'x' }, 'port must be a number'],
  ['a database name of 64 bytes', { dbname: 'ü'.repeat(32) }, 'at most 63 bytes'],
  ['no dbname', { dbname: '' }, 'dbname is missing'],
  ['no username', { username: '' }, 'username is missing'],
  ['no password', { password: '' }, 'password is missing'],
  ['an unknown sslmode', { sslmode: 'allow' }, 'sslmode must be one of'],
  ['an unknown id', { id: 999_999 }, 'There is no database 999999'],
])(
  'POST /admin/action/pglink.php save with %s answers success false and stores nothing',
  async (_what, change, sentence) => {
    const before = await rows();
    const body = await post({ ...LINK, name: 'Refused', ...change });
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await rows()).toEqual(before);
  },
);

describe("the platform's own databases and powerful logins", () => {
  /** The address of field-sync's own database under another name, with a login that may only sign in there. */
  let own: ActionFields;
  beforeAll(async () => {
    const { hostname, port, pathname } = new URL(app.database.adminUrl);
    const host = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    const login = { username: `crew_${randomBytes(4).toString('hex')}`, password: 'planted /+secret' };
    own = { host, port, dbname: pathname.slice(1), sslmode: 'disable', ...login };
    await app.admin.query(`CREATE ROLE ${login.username} LOGIN PASSWORD '${login.password}'`);
    await app.admin.query(`GRANT CONNECT ON DATABASE "${own.dbname}" TO ${login.username}`);
  });
  afterAll(async () => {
    await app.admin.query(`DROP OWNED BY ${own.username}`);
    await app.admin.query(`DROP ROLE ${own.username}`);
  });

  test("POST /admin/action/pglink.php save refuses the platform's own database under any name, and stores nothing", async () => {
    const before = await rows();
    expect(await post({ ...LINK, ...own, name: 'Own' })).toEqual({
      ...{ success: false, message: expect.stringContaining('a database of the platform itself') },
    });
    expect(await rows()).toEqual(before);
    const id = await create('Elsewhere', { ...own, dbname: 'postgres' });
    expect(await post({ ...LINK, ...own, id, name: 'Elsewhere', password: '' })).toMatchObject({
      success: false,
    });
    expect(await rowOf(id)).toMatchObject({ dbname: 'postgres' });
  });

  test('POST /admin/action/pglink.php save stores nothing as long as the portal does not list the databases of the platform', async () => {
    const before = await rows();
    const platform = { ownerOf: async () => ({ owner: 'unknown', cause: null }) as const };
    const links = createDatabaseLinkService({ ...app.context, platform });
    const form = { ...own, id: '0', name: 'Early', port: String(own.port), dbname: 'postgres' };
    const cause = { actorId: 1, actorName: 'ada', ip: '127.0.0.1', requestId: 'test' };
    await expect(links.save(form, cause, null)).rejects.toMatchObject({
      ...{ kind: 'unavailable', code: 'field_sync.platform_unknown' },
    });
    expect(await rows()).toEqual(before);
  });

  test("a link that leads into the platform's own database since is refused at each use", async () => {
    const id = await create('Moved', { ...own, dbname: 'postgres' });
    await app.admin.query('UPDATE field_sync.database_links SET dbname = $1 WHERE id = $2', [own.dbname, id]);
    const place = await app.context.placeOf({ linkId: id, schema: 'field', uuid: randomUUID() });
    const { signal } = new AbortController();
    await expect(app.context.target.readState(place, { signal })).rejects.toMatchObject({
      ...{ kind: 'bad_request', code: 'field_sync.platform_database' },
    });
    const rowsOfTables = await app.ask(boss, {
      path: `/api/proxy.php?service=analysis&path=api/schemas&connection_id=${id}`,
    });
    expect(rowsOfTables).toMatchObject({ status: 400 });
    expect(JSON.stringify(rowsOfTables.body)).toContain('a database of the platform itself');
  });

  test('POST /admin/action/pglink.php save says that a login is a superuser', async () => {
    const { hostname, port, username, password } = new URL(app.database.adminUrl);
    const saved = await post({
      ...{ ...LINK, name: 'Powerful', host: hostname, port, dbname: 'postgres', sslmode: 'disable' },
      ...{ username: decodeURIComponent(username), password: decodeURIComponent(password) },
    });
    expect(saved).toMatchObject({
      ...{ success: true, message: expect.stringContaining('is a superuser') },
    });
    const ordinary = await post({ ...LINK, ...own, name: 'Ordinary', dbname: 'postgres' });
    expect(ordinary).toMatchObject({ success: true, message: 'Saved Ordinary.' });
  });
});

test('POST /admin/action/pglink.php save refuses a name that another link has', async () => {
  await create('Twice');
  expect(await post({ ...LINK, name: 'twice' })).toMatchObject({
    ...{ success: false, message: expect.stringContaining('already a database with this name') },
  });
});
