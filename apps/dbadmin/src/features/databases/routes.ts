import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { causeOf, respond } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { findLastBackups } from '../backups/repo.ts';
import { toBackupBody } from '../backups/mapper.ts';
import type { ConnectionService } from '../connections/service.ts';
import type { Platform } from '../servers/platform.ts';
import type { Servers } from '../servers/service.ts';
import type { Sight } from '../servers/sight.ts';
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
  platform: Platform;
  sight: Sight;
  config: { backupRoot: string };
}

export function databaseRoutes(parts: DatabaseRoutes): Handlers<DbadminOperations, Names> {
  const { db, servers, connections, databases, facts, platform, sight } = parts;
  const { backupRoot } = parts.config;
  const answers = createKept<unknown>();

  async function beside(ids: number[], actor: Actor): Promise<(id: number) => Beside> {
    const [jobs, backups, seesServers] = await Promise.all([
      findJobsUnderWay(db, ids),
      findLastBackups(db, ids),
      sight.seesServers(actor),
    ]);
    return (id) => {
      const backup = backups.get(id);
      return { job: jobs.get(id), lastBackup: backup && toBackupBody(backup, backupRoot), seesServers };
    };
  }

  async function detail(id: number, actor: Actor): Promise<DbadminSchemas['DatabaseDetail']> {
    const database = await databases.get(id);
    const [[found], connection, besideOf] = await Promise.all([
      facts.of([database]),
      connections.get(database.connectionId),
      beside([id], actor),
    ]);
    return toDetailBody({ ...found!, connection }, besideOf(id));
  }

  /** What a question to a database is answered with, for a while; the key tells questions apart. */
  async function inIt<T>(
    { id, key, actor }: { id: number; key: string; actor: Actor },
    work: (client: pg.Client) => Promise<T>,
  ): Promise<T> {
    const { connectionId, name } = await databases.ready(id);
    if (await platform.ownsDatabase(connectionId, name)) {
      await platform.requireMayManage(actor, connectionId);
    }
    const { database: ends } = await lastJobEnds(db);
    const answer = answers.get(JSON.stringify([id, key]), ends.get(id), () =>
      servers.inDatabase(connectionId, name, work),
    );
    return sight.explained(actor, () => answer as Promise<T>);
  }

  return {
    async listDatabases({ query }, actor) {
      const found = await findDatabases(db, filterOf(query.connection_id));
      const [all, besideOf] = await Promise.all([
        facts.of(found),
        beside(
          found.map(({ id }) => id),
          actor,
        ),
      ]);
      return all.map((each) => toDatabaseBody(each, besideOf(each.database.id)));
    },
    getDatabase: ({ path }, actor) => detail(path.id, actor),
    async updateDatabase({ path, body }, actor) {
      if (body.purpose !== undefined) await databases.describe(path.id, body.purpose);
      return detail(path.id, actor);
    },
    async registerDatabase({ path, body }, actor, call) {
      const fields = { name: body.name, purpose: body.purpose ?? '' };
      return respond(201, { id: await databases.register(path.id, fields, causeOf(actor, call)) });
    },
    async unregisterDatabase({ path }, actor, call) {
      await databases.unregister(path.id, causeOf(actor, call));
      return { success: true };
    },
    listSchemas: ({ path }, actor) => inIt({ id: path.id, key: 'schemas', actor }, readSchemas),
    listTables({ path, query }, actor) {
      const schema = query.schema || null;
      return inIt({ id: path.id, key: `tables ${schema}`, actor }, (client) => readTables(client, schema));
    },
    listExtents({ path, query }, actor) {
      const schema = query.schema || null;
      return inIt({ id: path.id, key: `extents ${schema}`, actor }, (client) => readExtents(client, schema));
    },
  };
}

/** A positive number, or all. */
function filterOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
