import { randomBytes } from 'node:crypto';
import { explainConnectionError, ident, openSession, scramVerifier } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import type pg from 'pg';
import { noPostgis, otherPlace, serverRefuses } from './errors.ts';
import type { DatabasePlace } from '../../db/express-tables.ts';
import type { NewDatabases } from './types.ts';

/** Copying the template takes a while on a busy server. */
const STATEMENT_MS = 120_000;
const PASSWORD_BYTES = 24;

/**
 * Databases that the login of EXPRESS_ADMIN_URL makes and owns. It needs CREATEDB and CREATEROLE, and either the right to install PostGIS or
 * a template1 that has it. Passwords reach the server as SCRAM verifiers, so that its log has none.
 */
export function createAdminDatabases(admin: ServerAddress): NewDatabases {
  const here = { by: 'address', host: admin.host, port: admin.port } as const;

  async function inDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const address = { ...admin, database };
    const session = await openSession(address, {
      applicationName: 'cairn field-sync express',
      statementTimeoutMs: STATEMENT_MS,
    }).catch((error: unknown) => {
      throw serverRefuses('accept the login of field-sync', explainConnectionError(error, address).sentence);
    });
    try {
      return await work(session.client);
    } finally {
      await session.close();
    }
  }

  const onServer = <T>(work: (client: pg.Client) => Promise<T>) => inDatabase(admin.database, work);

  function requireHere(name: string, place: DatabasePlace): void {
    if (place.by !== 'address' || place.host !== here.host || place.port !== here.port)
      throw otherPlace(name);
  }

  return {
    choosePlace: async () => here,

    isFree: (name) =>
      onServer(async (client) => !(await hasDatabase(client, name)) && !(await hasRole(client, name))),

    async create({ name }, place) {
      requireHere(name, place);
      await onServer(async (client) => {
        if (!(await hasDatabase(client, name)))
          await run(client, 'create a database', `CREATE DATABASE ${ident(name)}`);
        // Others may not look into it.
        await run(client, 'close the new database', `REVOKE ALL ON DATABASE ${ident(name)} FROM PUBLIC`);
      });
      await inDatabase(name, async (client) => {
        const words = await client
          .query('CREATE EXTENSION IF NOT EXISTS postgis SCHEMA public')
          .then(() => null, wordsOf);
        if (words !== null) throw noPostgis(words);
      });
      return null;
    },

    async login({ name }, { place }) {
      requireHere(name, place);
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      const verifier = await scramVerifier(password);
      await onServer(async (client) => {
        const verb = (await hasRole(client, name)) ? 'ALTER' : 'CREATE';
        const attributes = `LOGIN PASSWORD ${client.escapeLiteral(verifier)}`;
        await run(client, 'create a login', `${verb} ROLE ${ident(name)} ${attributes}`);
        const rights = 'CONNECT, TEMPORARY, CREATE';
        await run(
          client,
          'grant the login access',
          `GRANT ${rights} ON DATABASE ${ident(name)} TO ${ident(name)}`,
        );
      });
      await inDatabase(name, (client) =>
        run(client, 'let the login create', `GRANT USAGE, CREATE ON SCHEMA public TO ${ident(name)}`),
      );
      const { host, port, sslmode } = admin;
      return { host, port, sslmode, database: name, username: name, password };
    },

    async drop({ name }, place) {
      requireHere(name, place);
      await onServer(async (client) => {
        if (await hasDatabase(client, name))
          await run(client, 'drop the database', `DROP DATABASE ${ident(name)} WITH (FORCE)`);
        if (await hasRole(client, name)) await run(client, 'drop the login', `DROP ROLE ${ident(name)}`);
      });
    },
  };
}

async function run(client: pg.Client, what: string, statement: string): Promise<void> {
  await client.query(statement).catch((error: unknown) => {
    throw serverRefuses(what, wordsOf(error));
  });
}

/** The server's own words; statements have no secret that they could repeat. */
function wordsOf(error: unknown): string {
  const { message } = error as Error;
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

async function hasDatabase(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query('SELECT FROM pg_database WHERE datname = $1', [name])).rowCount === 1;
}

async function hasRole(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])).rowCount === 1;
}
