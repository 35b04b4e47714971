import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { retryFailed } from '../../db/retry-failed.ts';
import type { Db, ServersTable, ServerType } from '../../db/schema.ts';
import type { ListedServer, SealedServer, ServerFields } from './types.ts';

interface StoredFields extends ServerFields {
  sealedPassword: string | null;
  /** Null where nothing answered that we know. */
  detectedType: ServerType | null;
}

/** By name, without passwords. */
export async function listServers(db: Db): Promise<ListedServer[]> {
  const rows = await db
    .selectFrom('servers as s')
    .selectAll('s')
    .select(
      sql<number>`(SELECT count(*)::integer FROM projects AS p WHERE p.server_id = s.id)`.as('projects'),
    )
    .orderBy(sql`lower(s.name)`)
    .execute();
  return rows.map(({ projects, ...row }) => {
    const { sealedPassword: _sealed, ...server } = toServer(row);
    return { ...server, projects };
  });
}

export async function findServer(db: Db, id: number): Promise<SealedServer | null> {
  const row = await db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toServer(row) : null;
}

/** Until the end of the transaction nobody else changes it, and no project gets it. */
export async function lockServer(trx: Db, id: number): Promise<SealedServer | null> {
  const row = await trx.selectFrom('servers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toServer(row) : null;
}

export async function insertServer(
  trx: Db,
  { sealedPassword: sealed_password, detectedType: detected_type, ...fields }: StoredFields,
  ownerId: number | null,
): Promise<number> {
  const { id } = await trx
    .insertInto('servers')
    .values({ ...fields, sealed_password, detected_type, owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What was learned of the server and its sign-in is forgotten: it was learned with other fields, or it is why they were edited. */
export async function updateServer(
  trx: Db,
  before: SealedServer,
  { sealedPassword: sealed_password, detectedType: detected_type, ...fields }: StoredFields,
): Promise<void> {
  const isOther = fields.url !== before.url || fields.type !== before.type;
  await trx
    .updateTable('servers')
    .set({ ...fields, sealed_password, updated_at: new Date() })
    .set({ sealed_token: null, token_expires_at: null, sign_in_problem: null })
    .set({ failures: 0, retry_at: null, problem: null })
    // What a poll under way learns is of the server as it was.
    .set({ poller: null, poll_lease_until: null })
    .$if(isOther || detected_type !== null, (query) => query.set({ detected_type }))
    .where('id', '=', before.id)
    .execute();
  await retryFailed(trx, 'server_id', before.id);
  if (!isOther) return;
  // Another server has other ids for its projects.
  await trx.updateTable('projects').set({ provider_id: null }).where('server_id', '=', before.id).execute();
}

/** What answers at the address of a server, as long as that is its address. */
export async function saveDetectedType(
  db: Db,
  { id, url }: Pick<SealedServer, 'id' | 'url'>,
  type: ServerType,
): Promise<void> {
  await db
    .updateTable('servers')
    .set({ detected_type: type })
    .where('id', '=', id)
    .where('url', '=', url)
    .execute();
}

export async function deleteServer(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('servers').where('id', '=', id).execute();
}

/** Names of the projects on a server. */
export async function listProjectNames(db: Db, serverId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('name')
    .where('server_id', '=', serverId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ name }) => name);
}

function toServer(row: Selectable<ServersTable>): SealedServer {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    detectedType: row.detected_type,
    url: row.url,
    username: row.username,
    ownerId: row.owner_id,
    signInProblem: row.sign_in_problem,
    problem: row.problem,
    updatedAt: row.updated_at,
    sealedPassword: row.sealed_password,
  };
}
