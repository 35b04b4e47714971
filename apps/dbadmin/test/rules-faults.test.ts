import { createHash } from 'node:crypto';
import { chownSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ask, startService, startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const STRICT = 'host all postgres 127.0.0.1/32 scram-sha-256\n';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let id: number;
let connections = 0;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

beforeEach(async () => {
  writeFileSync(server.hbaFile, STRICT);
  await server.query('postgres', 'SELECT pg_reload_conf()');
  connections += 1;
  await app.forgetFiles();
  id = await app.connect(admin, server, `server ${connections}`);
  const json = { hba_file_path: server.hbaFile };
  await app.ask(admin, { path: `/api/connections/${id}/hba-path`, method: 'PUT', json });
  await addRule('office');
});

const rules = (method: 'GET' | 'POST', path = '', json?: unknown) =>
  app.ask(admin, { path: `/api/connections/${id}/access-rules${path}`, method, json });
const addRule = (name: string) =>
  rules('POST', '', { name, cidr: '10.0.0.0/8', auth_method: 'md5', role_name: name });
const hba = () => readFileSync(server.hbaFile, 'utf8');
const leftovers = () => readdirSync(dirname(server.hbaFile)).filter((name) => name.includes('.cairn-'));
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Lets a service apply the rules and kills it when the file is written and before that was proven. */
async function killWhileApplying(): Promise<void> {
  const service = await startService({ script: MAIN, config: app.config });
  const postmaster = Number(readFileSync(join(server.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const before = hba();
  const answer = ask(service, admin, {
    path: `/api/connections/${id}/access-rules/apply`,
    method: 'POST',
  }).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await until('the file is written', () => hba() !== before, { everyMs: 2 });
  // A stopped server neither loads the file nor accepts sessions.
  process.kill(postmaster, 'SIGSTOP');
  try {
    await service.kill();
    expect(await answer).toBe('cut off');
  } finally {
    process.kill(postmaster, 'SIGCONT');
  }
  // The lock goes with the connection that held it.
  await until('nobody holds the lock', async () => {
    const { rows } = await app.admin.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length === 0;
  });
}

const states = async () => {
  const { rows } = await app.admin.query(
    'SELECT state FROM dbadmin.rule_applications WHERE connection_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ state }) => state);
};

test('after a service was killed before it verified the file, the preview says so, and the next apply starts from the previous file', async () => {
  await killWhileApplying();
  expect(await states()).toEqual(['applying']);
  expect(hba()).toContain('cairn network rules');
  const preview = (await rules('GET', '/preview')).body;
  expect(preview).toMatchObject({ can_apply: true, reason: expect.stringContaining('is not finished') });
  expect((await rules('GET')).body).toMatchObject({ can_undo: false, applied_at: null });
  expect((await rules('POST', '/apply')).status).toBe(200);
  expect(await states()).toEqual(['failed', 'applied']);
  expect((await rules('GET', '/preview')).body).not.toHaveProperty('reason');
  expect((await rules('POST', '/undo')).status).toBe(200);
  expect(hba()).toBe(STRICT);
  expect(leftovers()).toEqual([]);
});

test('after a service was killed while applying, undo restores the previous file and reports that there is nothing else to undo', async () => {
  await killWhileApplying();
  expect((await rules('POST', '/undo')).status).toBe(409);
  expect(hba()).toBe(STRICT);
  expect(await states()).toEqual(['failed']);
});

/** What a process leaves that dies at some point, as rows and files. */
async function leave(state: 'applying' | 'undoing', written: string, backup: string): Promise<void> {
  const backupPath = `${server.hbaFile}.cairn-left`;
  writeFileSync(backupPath, backup);
  const { uid, gid } = statSync(server.hbaFile);
  chownSync(backupPath, uid, gid);
  await app.admin.query(
    `INSERT INTO dbadmin.rule_applications (connection_id, block, file_path, backup_path, state, file_sha256)
     VALUES ($1, '', $2, $3, $4, $5)`,
    [id, server.hbaFile, backupPath, state, sha256(written)],
  );
}

test('an invalid file of an interrupted apply is restored before the next apply', async () => {
  const bad = `host all all nonsense\n${STRICT}`;
  await leave('applying', bad, STRICT);
  writeFileSync(server.hbaFile, bad);
  expect((await rules('POST', '/apply')).status).toBe(200);
  expect(await states()).toEqual(['failed', 'applied']);
  expect(hba().endsWith(STRICT)).toBe(true);
  expect(hba()).not.toContain('nonsense');
});

test('an apply that was interrupted before it wrote leaves the file unchanged', async () => {
  await leave('applying', 'never written', STRICT);
  expect((await rules('POST', '/undo')).status).toBe(409);
  expect(hba()).toBe(STRICT);
  expect(await states()).toEqual(['failed']);
});

test('an undo that was interrupted after it wrote is completed by the next change', async () => {
  await leave('undoing', `# rules\n${STRICT}`, STRICT);
  expect((await rules('POST', '/undo')).status).toBe(409);
  expect((await rules('GET')).body.can_undo).toBe(false);
  expect(hba()).toBe(STRICT);
});

test('an undo that was interrupted before it wrote can be repeated', async () => {
  const written = `# rules\n${STRICT}`;
  await leave('undoing', written, STRICT);
  writeFileSync(server.hbaFile, written);
  expect((await rules('POST', '/undo')).status).toBe(200);
  expect(hba()).toBe(STRICT);
});

test('a server that dies while rules are applied finds the previous file when it restarts', async () => {
  const before = hba();
  const answer = rules('POST', '/apply');
  await until('the file is written', () => hba() !== before, { everyMs: 2 });
  await server.kill();
  const { status } = await answer;
  expect([502, 422]).toContain(status);
  expect(hba()).toBe(STRICT);
  await server.start();
  expect((await rules('POST', '/apply')).status).toBe(200);
});
