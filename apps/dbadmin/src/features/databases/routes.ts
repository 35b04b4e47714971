import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import type { InScratch } from '@cairn/files';
import { auditContext, respond } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { findLastBackups } from '../backups/repo.ts';
import { toBackupBody } from '../backups/mapper.ts';
import type { ConnectionService } from '../connections/service.ts';
import type { Platform } from '../connections/platform.ts';
import type { Servers } from '../servers/service.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { measureColumns, toExtents } from './extents.ts';
import type { LiveStatsReader } from './live-stats.ts';
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

/** Some work in a session in the database. */
type InSession = <R>(work: (client: pg.Client) => Promise<R>) => Promise<R>;

interface DatabaseRoutes {
  db: Db;
  servers: Servers;
  connections: ConnectionService;
  databases: DatabaseService;
  facts: LiveStatsReader;
  platform: Platform;
  visibility: ServerVisibility;
  inScratch: InScratch;
  config: { backupRoot: string };
}

export function databaseRoutes(parts: DatabaseRoutes): Handlers<DbadminOperations, Names> {
  const { db, servers, connections, databases, facts, platform, visibility, inScratch } = parts;
  const { backupRoot } = parts.config;
  const answers = createKept<unknown>();

  async function beside(ids: number[], actor: Actor): Promise<(id: number) => Beside> {
    const [jobs, backups, seesServers] = await Promise.all([
      findJobsUnderWay(db, ids),
      findLastBackups(db, ids),
      visibility.seesServers(actor),
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

  /** The answer to a question about the contents of a database, cached under the question's key. */
  async function inIt<T>(
    { id, key, actor }: { id: number; key: string; actor: Actor },
    work: (inSession: InSession) => Promise<T>,
  ): Promise<T> {
    const { connectionId, name } = await databases.ready(id);
    return visibility.explained(actor, async () => {
      if (await platform.ownsDatabase(connectionId, name)) {
        await platform.requireMayManage(actor, connectionId);
      }
      const { database: ends } = await lastJobEnds(db);
      return answers.get(JSON.stringify([id, key]), ends.get(id), () =>
        work((ask) => servers.inDatabase(connectionId, name, ask)),
      ) as Promise<T>;
    });
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
      return respond(201, { id: await databases.register(path.id, fields, auditContext(actor, call)) });
    },
    async unregisterDatabase({ path }, actor, call) {
      await databases.unregister(path.id, auditContext(actor, call));
      return { success: true };
    },
    listSchemas: ({ path }, actor) =>
      inIt({ id: path.id, key: 'schemas', actor }, (inSession) => inSession(readSchemas)),
    listTables({ path, query }, actor) {
      const schema = query.schema || null;
      return inIt({ id: path.id, key: `tables ${schema}`, actor }, (inSession) =>
        inSession((client) => readTables(client, schema)),
      );
    },
    listExtents({ path, query }, actor) {
      const schema = query.schema || null;
      return inIt({ id: path.id, key: `extents ${schema}`, actor }, async (inSession) =>
        toExtents(inScratch, await inSession((client) => measureColumns(client, schema))),
      );
    },
  };
}

/** A positive number, or all. */
function filterOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
