import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { causeOf, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { findLastBackups } from '../backups/repo.ts';
import { toBackupBody } from '../backups/mapper.ts';
import type { ConnectionService } from '../connections/service.ts';
import type { Servers } from '../servers/service.ts';
import { readExtents } from './extents.ts';
import type { FactsReader } from './facts.ts';
import { createKept } from './kept.ts';
import { toDatabaseBody, toDetailBody } from './mapper.ts';
import type { Beside } from './mapper.ts';
import { findDatabases, findJobsUnderWay, lastJobEnds } from './repo.ts';
import type { DatabaseService } from './service.ts';
import { readSchemas, readTables } from './tables.ts';

type Names =
  | 'listDatabases'
  | 'getDatabase'
  | 'updateDatabase'
  | 'registerDatabase'
  | 'unregisterDatabase'
  | 'listSchemas'
  | 'listTables'
  | 'listExtents';

interface DatabaseRoutes {
  db: Db;
  servers: Servers;
  connections: ConnectionService;
  databases: DatabaseService;
  facts: FactsReader;
}

export function databaseRoutes(parts: DatabaseRoutes): Handlers<DbadminOperations, Names> {
  const { db, servers, connections, databases, facts } = parts;
  const answers = createKept<unknown>();

  async function beside(ids: number[]): Promise<(id: number) => Beside> {
    const [jobs, backups] = await Promise.all([findJobsUnderWay(db, ids), findLastBackups(db, ids)]);
    return (id) => {
      const backup = backups.get(id);
      return { job: jobs.get(id), lastBackup: backup && toBackupBody(backup) };
    };
  }

  async function detail(id: number): Promise<DbadminSchemas['DatabaseDetail']> {
    const database = await databases.get(id);
    const [[found], connection, besideOf] = await Promise.all([
      facts.of([database]),
      connections.get(database.connectionId),
      beside([id]),
    ]);
    return toDetailBody({ ...found!, connection }, besideOf(id));
  }

  /** What a question to a database is answered with, for a while; the key tells questions apart. */
  async function inIt<T>(id: number, key: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const { connectionId, name } = await databases.ready(id);
    const { database: ends } = await lastJobEnds(db);
    const answer = answers.get(JSON.stringify([id, key]), ends.get(id), () =>
      servers.inDatabase(connectionId, name, work),
    );
    return answer as Promise<T>;
  }

  return {
    async listDatabases({ query }) {
      const found = await findDatabases(db, filterOf(query.connection_id));
      const [all, besideOf] = await Promise.all([facts.of(found), beside(found.map(({ id }) => id))]);
      return all.map((each) => toDatabaseBody(each, besideOf(each.database.id)));
    },
    getDatabase: ({ path }) => detail(path.id),
    async updateDatabase({ path, body }) {
      if (body.purpose !== undefined) await databases.describe(path.id, body.purpose);
      return detail(path.id);
    },
    async registerDatabase({ path, body }, actor, call) {
      const fields = { name: body.name, purpose: body.purpose ?? '' };
      return respond(201, { id: await databases.register(path.id, fields, causeOf(actor, call)) });
    },
    async unregisterDatabase({ path }, actor, call) {
      await databases.unregister(path.id, causeOf(actor, call));
      return { success: true };
    },
    listSchemas: ({ path }) => inIt(path.id, 'schemas', readSchemas),
    listTables({ path, query }) {
      const schema = query.schema || null;
      return inIt(path.id, `tables ${schema}`, (client) => readTables(client, schema));
    },
    listExtents({ path, query }) {
      const schema = query.schema || null;
      return inIt(path.id, `extents ${schema}`, (client) => readExtents(client, schema));
    },
  };
}

/** A positive number, or all. */
function filterOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
