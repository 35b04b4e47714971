import { chownSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';

let house: House;
let server: TestServer;
let admin: Person;
let viewer: Person;
let id: number;
let original: string;
let connections = 0;

/** Nobody but the superuser gets in. */
const STRICT = `# kept by hand
host all postgres 127.0.0.1/32 scram-sha-256
# the end
`;

beforeAll(async () => {
  [house, server] = await Promise.all([openHouse(), startTestServer()]);
  admin = await house.signUp({ username: 'admin', isAdmin: true });
  viewer = await house.signUp({ username: 'viewer', service: 'view' });
  await server.query('postgres', 'CREATE DATABASE gis');
  for (const name of ['ana', 'ben'])
    await server.query('postgres', `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
});

afterAll(async () => {
  await house.close();
  await server.stop();
});

beforeEach(async () => {
  for (const name of readdirSync(dirname(server.hbaFile)))
    if (name.includes('.cairn-')) rmSync(join(dirname(server.hbaFile), name));
  await writeHba(STRICT);
  connections += 1;
  await house.forgetFiles();
  id = await house.connect(admin, server, `server ${connections}`);
  await setPath(server.hbaFile);
  original = STRICT;
});

async function writeHba(text: string): Promise<void> {
  writeFileSync(server.hbaFile, text);
  await server.query('postgres', 'SELECT pg_reload_conf()');
}

const setPath = (hba_file_path: string) =>
  house.ask(admin, { path: `/api/connections/${id}/hba-path`, method: 'PUT', json: { hba_file_path } });
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', json?: unknown) =>
  house.ask(admin, { path: `/api/connections/${id}/access-rules${path}`, method, json });
const apply = () => call('POST', '/apply');
const undo = () => call('POST', '/undo');
const preview = async () =>
  (await house.ask(viewer, { path: `/api/connections/${id}/access-rules/preview` })).body;
const list = async () => (await call('GET')).body;
const hba = () => readFileSync(server.hbaFile, 'utf8');
const leftovers = () => readdirSync(dirname(server.hbaFile)).filter((name) => name.includes('.cairn-'));

async function add(over: Record<string, unknown> = {}): Promise<number> {
  const json = {
    name: 'office',
    cidr: '127.0.0.1/32',
    auth_method: 'scram-sha-256',
    database_name: 'gis',
    role_name: 'ana',
    ...over,
  };
  const { status, body } = await call('POST', '', json);
  expect(status).toBe(201);
  return body.id;
}

/** 28000 is what a server says to whom no rule lets in. */
async function signsIn(user: string, database = 'gis'): Promise<boolean> {
  const client = new pg.Client({ connectionString: server.url(database, { user, password: user }) });
  try {
    await client.connect();
    return true;
  } catch (error) {
    expect((error as { code?: string }).code).toBe('28000');
    return false;
  } finally {
    await client.end();
  }
}

describe('applied rules', () => {
  test('POST /api/connections/{id}/access-rules/apply lets in whom a rule names, and nobody else: real logins', async () => {
    await add();
    await add({ name: 'ben, switched off', role_name: 'ben', enabled: false });
    expect(await signsIn('ana')).toBe(false);
    const { status, body } = await apply();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        applied: true,
        file_path: server.hbaFile,
        backup_path: expect.stringContaining('pg_hba.conf.cairn-'),
        rules: 1,
        applied_at: expect.any(String),
      },
    });
    expect({
      'ana in gis': await signsIn('ana'),
      'ana in postgres': await signsIn('ana', 'postgres'),
      'ben in gis': await signsIn('ben'),
    }).toEqual({ 'ana in gis': true, 'ana in postgres': false, 'ben in gis': false });
    expect(readFileSync(body.backup_path, 'utf8')).toBe(original);
    expect(await list()).toMatchObject({ unapplied: false, can_undo: true, applied_by: 'admin' });
  });

  test('the file keeps its owner, its mode and what was written by hand; the block is on top, guarded, and one', async () => {
    const { uid, gid } = statSync(server.dataFolder);
    chownSync(server.hbaFile, uid, gid);
    const before = statSync(server.hbaFile);
    await add({ name: 'Büro 1', database_name: '', role_name: 'a b@c' });
    await apply();
    await add({ name: 'second', cidr: 'fd00::/8', auth_method: 'md5', database_name: 'gis', role_name: '' });
    await apply();
    const lines = hba().split('\n');
    expect(lines.slice(1, 7)).toEqual([
      '# Keeps the way in for Cairn itself.',
      'host all "postgres" 127.0.0.1/32 scram-sha-256',
      '# Büro 1',
      'host all "a b@c" 127.0.0.1/32 scram-sha-256',
      '# second',
      'host "gis" all fd00::/8 md5',
    ]);
    expect(lines.slice(8).join('\n')).toBe(original);
    expect(hba().match(/cairn network rules/g)).toHaveLength(2);
    const after = statSync(server.hbaFile);
    expect([after.uid, after.gid, after.mode]).toEqual([before.uid, before.gid, before.mode]);
    expect(leftovers()).toHaveLength(2);
  });

  test('applying again changes nothing in the file', async () => {
    await add();
    await apply();
    const once = hba();
    await apply();
    expect(hba()).toBe(once);
    expect((await preview()).diff).toEqual([]);
  });

  test('a name with the look of a pattern or a file is only a name in the file', async () => {
    await server.query('postgres', 'CREATE ROLE "x, all" LOGIN');
    await house.admin.query(
      `INSERT INTO dbadmin.access_rules (connection_id, position, name, cidr, auth_method, database_name, role_name)
       VALUES ($1, 1, 'sly', '127.0.0.1/32', 'scram-sha-256', 'all', '+ana'), ($1, 2, 'slyer', '127.0.0.1/32', 'md5', '@/etc/passwd', 'a" trust #')`,
      [id],
    );
    expect((await apply()).status).toBe(200);
    expect(hba()).toContain('host "all" "+ana" 127.0.0.1/32 scram-sha-256');
    expect(await signsIn('ana')).toBe(false);
    expect(await signsIn('ben')).toBe(false);
  });

  test('POST /api/connections/{id}/access-rules/undo puts the file back as it was, one application after the other', async () => {
    await add();
    await apply();
    const first = hba();
    await add({ name: 'ben', role_name: 'ben' });
    await apply();
    expect(await signsIn('ben')).toBe(true);
    expect((await undo()).body).toMatchObject({ applied: true, rules: 1 });
    expect(hba()).toBe(first);
    expect([await signsIn('ana'), await signsIn('ben')]).toEqual([true, false]);
    expect(await list()).toMatchObject({ unapplied: true, can_undo: true });
    expect((await undo()).body).toMatchObject({ applied: true, rules: 0 });
    expect(hba()).toBe(original);
    expect(await signsIn('ana')).toBe(false);
    expect((await undo()).status).toBe(409);
    expect(leftovers()).toEqual([]);
  });

  test('the last ten applications can be undone; backups of older ones are gone', async () => {
    for (let index = 0; index < 12; index += 1) {
      await add({ name: `rule ${index}` });
      expect((await apply()).status).toBe(200);
    }
    expect(leftovers()).toHaveLength(10);
    for (let index = 0; index < 10; index += 1) expect((await undo()).status).toBe(200);
    expect((await list()).can_undo).toBe(false);
    expect((await undo()).status).toBe(409);
    expect(hba().match(/^# rule/gm)).toHaveLength(2);
    expect(leftovers()).toEqual([]);
  });

  test('undo is 409 when the file was changed by hand since, and leaves it alone', async () => {
    await add();
    await apply();
    await writeHba(`${hba()}# by hand\n`);
    expect((await undo()).status).toBe(409);
    expect(hba()).toMatch(/# by hand\n$/);
  });

  test('no rules at all are a block with the guard alone', async () => {
    expect((await apply()).body.rules).toBe(0);
    expect(hba().split('\n')[2]).toBe('host all "postgres" 127.0.0.1/32 scram-sha-256');
  });
});

describe('the preview', () => {
  test('GET /api/connections/{id}/access-rules/preview shows the block and what would change, and changes nothing', async () => {
    await writeHba(STRICT + Array.from({ length: 20 }, (_, index) => `# line ${index}\n`).join(''));
    const before = hba();
    await add();
    const body = await preview();
    expect(body).toMatchObject({ file_path: server.hbaFile, own_path: server.hbaFile, can_apply: true });
    expect(body).not.toHaveProperty('reason');
    expect(body.diff.map(({ kind, text }: any) => `${kind} ${text}`)).toEqual([
      ...body.block.split('\n').map((line: string) => `added ${line}`),
      'same # kept by hand',
      'same host all postgres 127.0.0.1/32 scram-sha-256',
      'same # the end',
      'gap 20 lines',
    ]);
    expect(body.diff[0].line).toBe(1);
    expect(hba()).toBe(before);
    await apply();
    expect(hba()).toBe(`${body.block}\n${before}`);
  });

  test('a change of one rule shows as removed and added lines', async () => {
    const rule = await add();
    await apply();
    await call('PUT', `/${rule}`, {
      name: 'office',
      cidr: '10.0.0.0/8',
      auth_method: 'md5',
      database_name: 'gis',
      role_name: 'ana',
    });
    const changed = (await preview()).diff.filter(({ kind }: any) => kind === 'added' || kind === 'removed');
    expect(changed).toEqual([
      { kind: 'removed', text: 'host "gis" "ana" 127.0.0.1/32 scram-sha-256', line: 5 },
      { kind: 'added', text: 'host "gis" "ana" 10.0.0.0/8 md5', line: 5 },
    ]);
  });
});

describe('what is refused with 409 before anything is written', () => {
  async function refused(reason: RegExp): Promise<void> {
    const before = hba();
    const shown = await preview();
    expect(shown).toMatchObject({ can_apply: false, reason: expect.stringMatching(reason) });
    expect(shown.block).toContain('host "gis" "ana" 127.0.0.1/32 scram-sha-256');
    const answer = await apply();
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 409,
      error: expect.stringMatching(reason),
    });
    expect(hba()).toBe(before);
    expect(leftovers()).toEqual([]);
  }

  test('no path was set', async () => {
    await add();
    await setPath('');
    await refused(/set its path/);
  });

  test.each([
    ['two blocks', '# BEGIN cairn network rules\n# END cairn network rules\n'.repeat(2)],
    ['a block that does not end', '# BEGIN cairn network rules\n'],
    ['a block that does not begin', '#end cairn network rules\n'],
    ['a block upside down', '# END cairn network rules\n# BEGIN cairn network rules\n'],
  ])('the file holds %s', async (_what, marks) => {
    await add();
    await writeHba(marks + STRICT);
    await refused(/exactly one block/);
  });

  test('the file has an error of its own', async () => {
    await add();
    await writeHba(`${STRICT}host all all nonsense\n`);
    await refused(/errors of its own \(line 4/);
  });

  test('the file is a link', async () => {
    await add();
    const real = `${server.hbaFile}.real`;
    writeFileSync(real, STRICT);
    rmSync(server.hbaFile);
    symlinkSync(real, server.hbaFile);
    try {
      await refused(/cannot be read here \(ELOOP\)/);
      expect(readFileSync(real, 'utf8')).toBe(STRICT);
    } finally {
      rmSync(server.hbaFile);
      rmSync(real);
      // Whoever makes a file here is root, and the file is the server's.
      const { uid, gid } = statSync(server.dataFolder);
      writeFileSync(server.hbaFile, STRICT);
      chownSync(server.hbaFile, uid, gid);
    }
  });

  test('the server that names the file runs elsewhere', async () => {
    await add();
    const pidFile = join(server.dataFolder, 'postmaster.pid');
    const kept = readFileSync(pidFile, 'utf8');
    writeFileSync(pidFile, kept.replace(/^(\d+\n.*\n)(\d+)/, '$11000000000'));
    try {
      await refused(/on another machine/);
    } finally {
      writeFileSync(pidFile, kept);
    }
  });

  test('the administrator may not read the rules or reload', async () => {
    await server.query('postgres', `DROP ROLE IF EXISTS steward`);
    await server.query(
      'postgres',
      `CREATE ROLE steward LOGIN PASSWORD 'steward' IN ROLE pg_read_all_settings`,
    );
    await writeHba(`host all steward 127.0.0.1/32 scram-sha-256\n${STRICT}`);
    await house.forgetFiles();
    id = await house.connect(
      admin,
      { ...server, user: 'steward', password: 'steward' },
      `steward ${connections}`,
    );
    await setPath(server.hbaFile);
    await add();
    await refused(/may not read pg_hba_file_rules/);
    await server.query(
      'postgres',
      `GRANT SELECT ON pg_hba_file_rules TO steward;
       GRANT EXECUTE ON FUNCTION pg_hba_file_rules(), pg_reload_conf() TO steward`,
    );
    expect((await apply()).status).toBe(200);
    expect(hba()).toContain('host all "steward" 127.0.0.1/32 scram-sha-256');
  });

  test('somebody else is applying: one of many at once writes, and the file is whole', async () => {
    await add();
    const statuses = (await Promise.all(Array.from({ length: 4 }, apply))).map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 409]).toContain(status);
    expect(hba().match(/cairn network rules/g)).toHaveLength(2);
    expect(await signsIn('ana')).toBe(true);
  });
});

describe('what goes wrong on the way', () => {
  test('a line that the server refuses: 422, and the file is back as it was and the old rules stand', async () => {
    await add();
    await apply();
    const before = hba();
    await house.admin.query(
      `UPDATE dbadmin.access_rules SET cidr = '127.0.0.1/33' WHERE connection_id = $1`,
      [id],
    );
    const answer = await apply();
    expect(answer.status).toBe(422);
    expect(answer.body.error).toContain('put back');
    expect(hba()).toBe(before);
    expect(leftovers()).toHaveLength(1);
    expect(await signsIn('ana')).toBe(true);
    expect((await list()).can_undo).toBe(true);
    const { body } = await house.ask(admin, { path: `/api/audit?connection_id=${id}&limit=1` });
    expect(body.items[0]).toMatchObject({
      event: 'rule.apply_failed',
      details: { reason: expect.any(String) },
    });
    await server.kill();
    await server.start();
    expect(await signsIn('ana')).toBe(true);
  });

  test('a name that would begin a second line is never written', async () => {
    await add();
    await house.admin.query(
      `UPDATE dbadmin.access_rules SET role_name = E'a\\nhost all all 0.0.0.0/0 trust' WHERE connection_id = $1`,
      [id],
    );
    expect((await apply()).status).toBe(500);
    expect(hba()).toBe(original);
  });

  test('rules under which the service itself is not let in: 422, taken back, and we are still in', async () => {
    // Signed in by trust, with a password that is wrong: the guard asks for it.
    await writeHba('host all postgres 127.0.0.1/32 trust\n');
    await house.forgetFiles();
    id = await house.connect(admin, { ...server, password: 'wrong' }, `wrong ${connections}`);
    await setPath(server.hbaFile);
    await add();
    const answer = await apply();
    expect(answer.status).toBe(422);
    expect(answer.body.error).toContain('does not let us in');
    expect(hba()).toBe('host all postgres 127.0.0.1/32 trust\n');
    const test = await house.ask(admin, { path: `/api/connections/${id}/test`, method: 'POST' });
    expect(test.body.ok).toBe(true);
    expect(await signsIn('ana')).toBe(false);
    expect(leftovers()).toEqual([]);
  });
});
