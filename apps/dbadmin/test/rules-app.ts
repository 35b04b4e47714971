import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';

/** Nobody but the superuser gets in. */
export const STRICT = `# kept by hand
host all postgres 127.0.0.1/32 scram-sha-256
# the end
`;

export type RulesApp = Awaited<ReturnType<typeof startRulesApp>>;

/** A app with a private server whose network rules are managed, and two roles that no rule lets in yet. */
export async function startRulesApp() {
  const [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  const admin = await app.signUp({ username: 'admin', isAdmin: true });
  const editor = await app.signUp({ username: 'editor', service: 'edit' });
  await server.query('postgres', 'CREATE DATABASE gis');
  for (const name of ['ana', 'ben'])
    await server.query('postgres', `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  let connections = 0;
  const folder = dirname(server.hbaFile);
  const leftovers = () => readdirSync(folder).filter((name) => name.includes('.cairn-'));

  const rules = {
    app,
    server,
    admin,
    editor,
    /** The connection that manages the rules; another one in each test. */
    id: 0,
    leftovers,
    hba: () => readFileSync(server.hbaFile, 'utf8'),
    async writeHba(text: string): Promise<void> {
      writeFileSync(server.hbaFile, text);
      await server.query('postgres', 'SELECT pg_reload_conf()');
    },
    setPath: (hba_file_path: string) =>
      app.ask(admin, {
        path: `/api/connections/${rules.id}/hba-path`,
        method: 'PUT',
        json: { hba_file_path },
      }),
    call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', json?: unknown) =>
      app.ask(admin, { path: `/api/connections/${rules.id}/access-rules${path}`, method, json }),
    apply: () => rules.call('POST', '/apply'),
    preview: async () =>
      (await app.ask(editor, { path: `/api/connections/${rules.id}/access-rules/preview` })).body,
    list: async () => (await rules.call('GET')).body,
    async add(over: Record<string, unknown> = {}): Promise<number> {
      const json = {
        name: 'office',
        cidr: '127.0.0.1/32',
        auth_method: 'scram-sha-256',
        database_name: 'gis',
        role_name: 'ana',
        ...over,
      };
      const { status, body } = await rules.call('POST', '', json);
      expect(status).toBe(201);
      return body.id;
    },
    /** Whether somebody whose password is their name gets in; 28000 is what a server says to whom no rule lets in. */
    async signsIn(user: string, database = 'gis'): Promise<boolean> {
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
    },
    /** Manages the rules through a connection of its own, from some file on. */
    async begin({
      text = STRICT,
      as = {},
    }: { text?: string; as?: { user?: string; password?: string } } = {}): Promise<void> {
      for (const name of leftovers()) rmSync(join(folder, name));
      await rules.writeHba(text);
      connections += 1;
      await app.forgetFiles();
      rules.id = await app.connect(admin, { ...server, ...as }, `connection ${connections}`);
      await rules.setPath(server.hbaFile);
    },
    async close(): Promise<void> {
      await app.close();
      await server.stop();
    },
  };
  return rules;
}
