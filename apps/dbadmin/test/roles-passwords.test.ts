import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { scramVerifier } from '@cairn/db';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

const PASSWORDS = [
  'plain',
  'with spaces and \'quotes" $1 \\',
  'Grüße',
  'nbsp\u00a0inside',
  'soft\u00adhyphen',
  'roman Ⅷ and ﬁ',
  'half ｋａｔａ',
  'z\u200bw\u200cj\u200d',
  'bell\u0007',
  'arabic \u0627\u0628',
  '\u06271\u0628',
  '\u0627a',
  'emoji 🗺️',
  'unassigned \u0378',
  '\u00ad',
  '日本語',
  'x'.repeat(300),
];

test.each(PASSWORDS)('the verifier of %j is the one that PostgreSQL computes', async (password) => {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`CREATE ROLE probe PASSWORD ${client.escapeLiteral(password)}`);
    const { rows } = await client.query(`SELECT rolpassword FROM pg_authid WHERE rolname = 'probe'`);
    await client.query('ROLLBACK');
    const salt = Buffer.from(rows[0].rolpassword.split(/[:$]/)[2], 'base64');
    expect(await scramVerifier(password, salt)).toBe(rows[0].rolpassword);
  } finally {
    await client.end();
  }
});

const SECRETS = ['first-Secret-1', 'second-Secret-2'] as const;

async function makeAndChange(connection: number, name: string): Promise<void> {
  const path = `/api/connections/${connection}/pg-users`;
  const made = await app.ask(admin, { path, method: 'POST', json: { name, password: SECRETS[0] } });
  expect(made.status).toBe(201);
  const json = { password: SECRETS[1] };
  const changed = await app.ask(admin, { path: `${path}/${name}`, method: 'PUT', json });
  expect(changed.status).toBe(200);
  const client = new pg.Client({
    connectionString: server.url('postgres', { user: name, password: SECRETS[1] }),
  });
  await client.connect();
  await client.end();
}

test('with log_statement=all a superuser leaves neither password nor verifier in the server log', async () => {
  const id = await app.connect(admin, server, 'as superuser');
  const before = server.log().length;
  await makeAndChange(id, 'quiet');
  const log = server.log().slice(before);
  expect(log).toContain('CREATE ROLE "quiet"');
  expect(log).not.toMatch(/Secret|SCRAM-SHA-256\$/);
});

test('with log_statement=all an admin role that is not a superuser leaves only the SCRAM-SHA-256$4096: verifier', async () => {
  await server.query('postgres', `CREATE ROLE maker LOGIN CREATEROLE PASSWORD 'maker'`);
  const id = await app.connect(admin, { ...server, user: 'maker', password: 'maker' }, 'as maker');
  const before = server.log().length;
  await makeAndChange(id, 'logged');
  const log = server.log().slice(before);
  expect(log).toMatch(/ALTER ROLE "logged" PASSWORD 'SCRAM-SHA-256\$4096:/);
  expect(log).not.toContain('Secret');
});

test('a role whose creation fails leaves nothing on the server or in its log', async () => {
  const id = await app.connect(admin, server, 'failing');
  await server.query('postgres', 'CREATE ROLE taken');
  const before = server.log().length;
  const json = { name: 'taken', password: SECRETS[0] };
  const path = `/api/connections/${id}/pg-users`;
  expect((await app.ask(admin, { path, method: 'POST', json })).status).toBe(409);
  expect(server.log().slice(before)).not.toMatch(/Secret|SCRAM/);
  const [role] = await server.query('postgres', `SELECT rolpassword FROM pg_authid WHERE rolname = 'taken'`);
  expect(role).toEqual({ rolpassword: null });
});

test('a new role signs in to a server whose rules still use md5', async () => {
  const id = await app.connect(admin, server, 'md5');
  const { readFileSync, writeFileSync } = await import('node:fs');
  writeFileSync(server.hbaFile, readFileSync(server.hbaFile, 'utf8').replaceAll('scram-sha-256', 'md5'));
  await server.query('postgres', 'SELECT pg_reload_conf()');
  await makeAndChange(id, 'under_md5');
});
