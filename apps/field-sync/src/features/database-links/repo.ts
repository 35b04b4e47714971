import type { SslMode } from '@cairn/db';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { retryFailed } from '../../db/retry-failed.ts';
import type { DatabaseLinksTable, Db } from '../../db/schema.ts';
import type { DatabaseLinkFields, ListedDatabaseLink, SealedDatabaseLink } from './types.ts';

interface StoredFields extends DatabaseLinkFields {
  sealedPassword: string | null;
}

/** By name, without passwords. */
export async function listLinks(db: Db): Promise<ListedDatabaseLink[]> {
  const rows = await db
    .selectFrom('database_links as l')
    .selectAll('l')
    .select(
      sql<number>`(SELECT count(*)::integer FROM projects AS p WHERE p.pglink_id = l.id)`.as('projects'),
    )
    .orderBy(sql`lower(l.name)`)
    .execute();
  return rows.map(({ projects, ...row }) => {
    const { sealedPassword: _sealed, ...link } = toLink(row);
    return { ...link, projects };
  });
}

export async function findLink(db: Db, id: number): Promise<SealedDatabaseLink | null> {
  const row = await db.selectFrom('database_links').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toLink(row) : null;
}

/** Until the end of the transaction nobody else changes it, and no project gets it. */
export async function lockLink(trx: Db, id: number): Promise<SealedDatabaseLink | null> {
  const query = trx.selectFrom('database_links').selectAll().where('id', '=', id).forUpdate();
  const row = await query.executeTakeFirst();
  return row ? toLink(row) : null;
}

export async function insertLink(trx: Db, fields: StoredFields, ownerId: number | null): Promise<number> {
  const { id } = await trx
    .insertInto('database_links')
    .values({ ...toColumns(fields), owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateLink(trx: Db, id: number, fields: StoredFields): Promise<void> {
  await trx
    .updateTable('database_links')
    .set({ ...toColumns(fields), updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  await retryFailed(trx, 'pglink_id', id);
}

export async function deleteLink(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('database_links').where('id', '=', id).execute();
}

/** Names of the projects that go into a database. */
export async function listProjectNames(db: Db, linkId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('name')
    .where('pglink_id', '=', linkId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ name }) => name);
}

function toColumns({ database, sealedPassword, ...fields }: StoredFields) {
  return { ...fields, dbname: database, sealed_password: sealedPassword };
}

function toLink(row: Selectable<DatabaseLinksTable>): SealedDatabaseLink {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    username: row.username,
    database: row.dbname,
    sslmode: row.sslmode as SslMode,
    ownerId: row.owner_id,
    updatedAt: row.updated_at,
    sealedPassword: row.sealed_password,
  };
}
