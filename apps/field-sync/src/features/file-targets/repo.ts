import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, FileTargetsTable } from '../../db/schema.ts';
import type { FileTargetFields, ListedFileTarget, SealedFileTarget } from './types.ts';

type StoredFields = FileTargetFields & { sealedPassword: string | null };

/** By name, without passwords. */
export async function listTargets(db: Db): Promise<ListedFileTarget[]> {
  const rows = await db
    .selectFrom('file_targets as t')
    .selectAll('t')
    .select(
      sql<number>`(SELECT count(*)::integer FROM project_file_targets AS p WHERE p.file_target_id = t.id)`.as(
        'projects',
      ),
    )
    .orderBy(sql`lower(t.name)`)
    .execute();
  return rows.map(({ projects, ...row }) => {
    const { sealedPassword: _sealed, ...target } = toTarget(row);
    return { ...target, projects };
  });
}

export async function findTarget(db: Db, id: number): Promise<SealedFileTarget | null> {
  const row = await db.selectFrom('file_targets').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toTarget(row) : null;
}

/** Until the end of the transaction nobody else changes it, and no project gets it. */
export async function lockTarget(trx: Db, id: number): Promise<SealedFileTarget | null> {
  const query = trx.selectFrom('file_targets').selectAll().where('id', '=', id).forUpdate();
  const row = await query.executeTakeFirst();
  return row ? toTarget(row) : null;
}

export async function insertTarget(trx: Db, fields: StoredFields, ownerId: number | null): Promise<number> {
  const { id } = await trx
    .insertInto('file_targets')
    .values({ ...toColumns(fields), owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Another machine has another key. */
export async function updateTarget(trx: Db, before: SealedFileTarget, fields: StoredFields): Promise<void> {
  const columns = toColumns(fields);
  const former = toColumns(before);
  const isOtherMachine = columns.host !== former.host || columns.port !== former.port;
  await trx
    .updateTable('file_targets')
    .set({ ...columns, updated_at: new Date() })
    .$if(isOtherMachine, (query) => query.set({ host_key: null, offered_host_key: null }))
    .where('id', '=', before.id)
    .execute();
}

/** From now on only this key is the machine's. */
export async function acceptHostKey(trx: Db, id: number, hostKey: string): Promise<void> {
  const keys = { host_key: hostKey, offered_host_key: null };
  await trx
    .updateTable('file_targets')
    .set({ ...keys, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Returns the name; null where there is no such target. */
export async function updateExcludes(trx: Db, id: number, excludes: string): Promise<string | null> {
  const row = await trx
    .updateTable('file_targets')
    .set({ excludes, updated_at: new Date() })
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function deleteTarget(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('file_targets').where('id', '=', id).execute();
}

/** Names of the projects that are copied to a target. */
export async function listProjectNames(db: Db, targetId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project_file_targets as t')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .select('p.name')
    .where('t.file_target_id', '=', targetId)
    .orderBy(sql`lower(p.name)`)
    .execute();
  return rows.map(({ name }) => name);
}

function toColumns(fields: StoredFields) {
  const isRemote = fields.syncType === 'remote';
  return {
    name: fields.name,
    sync_type: fields.syncType,
    usr_grp: fields.usrGrp,
    sealed_password: fields.sealedPassword,
    host: isRemote ? fields.host : '',
    port: isRemote ? fields.port : 22,
    username: isRemote ? fields.username : '',
    folder: isRemote ? fields.folder : '',
    local_project_id: isRemote ? '' : fields.localProjectId,
  };
}

function toTarget(row: Selectable<FileTargetsTable>): SealedFileTarget {
  const { host, port, username, folder, local_project_id: localProjectId } = row;
  return {
    id: row.id,
    name: row.name,
    usrGrp: row.usr_grp,
    ...(row.sync_type === 'remote'
      ? { syncType: 'remote', host, port, username, folder }
      : { syncType: 'local', localProjectId }),
    excludes: row.excludes,
    hostKey: row.host_key,
    offeredHostKey: row.offered_host_key,
    ownerId: row.owner_id,
    updatedAt: row.updated_at,
    sealedPassword: row.sealed_password,
  };
}
