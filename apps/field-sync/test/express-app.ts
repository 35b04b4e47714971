import { expect } from '@jest/globals';
import pg from 'pg';
import { startTestMerginMaps, startTestQFieldCloud } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

export const ADMIN_URL = process.env.CAIRN_TEST_POSTGRES_URL!;

export type ExpressApp = Awaited<ReturnType<typeof startExpressApp>>;

interface ProviderLogin {
  url: string;
  username: string;
  password: string;
}

/** The form's fields of a provider's server and its login. */
export const fieldLogin = ({ url, username, password }: ProviderLogin): ActionFields => ({
  ...{ field_url: url, field_user: username, field_pass: password },
});

/** Field-sync that makes databases with a login, and a server of each provider. */
export async function startExpressApp() {
  const [app, mergin, cloud] = await Promise.all([
    startTestFieldSync({ env: { EXPRESS_ADMIN_URL: ADMIN_URL } }),
    startTestMerginMaps(),
    startTestQFieldCloud(),
  ]);
  const boss = await app.signUp({ username: 'bea', isAdmin: true });
  const cluster = new pg.Pool({ connectionString: ADMIN_URL, max: 1 });

  return {
    ...{ app, mergin, cloud, boss, cluster },

    async post(fields: ActionFields, at: Pick<TestFieldSync, 'url'> = app, person: Person = boss) {
      const { status, body } = await sendAction(at, person, { path: 'express.php', fields });
      expect([200, 500]).toContain(status);
      return body;
    },

    /** What there is of all that can be made. */
    async counts() {
      const { rows } = await app.admin.query(`SELECT
        (SELECT count(*)::integer FROM field_sync.servers) AS servers,
        (SELECT count(*)::integer FROM field_sync.database_links) AS links,
        (SELECT count(*)::integer FROM field_sync.projects) AS projects,
        (SELECT count(*)::integer FROM field_sync.express_setups) AS setups`);
      return rows[0];
    },

    async setupOf(project: string) {
      const { rows } = await app.admin.query(
        'SELECT * FROM field_sync.express_setups WHERE provider_project = $1',
        [project],
      );
      return rows[0];
    },

    /** Numbers of databases and roles with this name. */
    async onServer(name: string): Promise<[number, number]> {
      const { rows } = await cluster.query(
        `SELECT (SELECT count(*)::integer FROM pg_database WHERE datname = $1) AS databases,
                (SELECT count(*)::integer FROM pg_roles WHERE rolname = $1) AS roles`,
        [name],
      );
      return [rows[0].databases, rows[0].roles];
    },

    async close(): Promise<void> {
      const { rows } = await app.admin.query('SELECT name FROM field_sync.express_setups');
      for (const { name } of rows) {
        await cluster.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        await cluster.query(`DROP ROLE IF EXISTS ${name}`);
      }
      await cluster.end();
      await app.close();
      await Promise.all([mergin.close(), cloud.close()]);
    },
  };
}
