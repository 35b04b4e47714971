import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { RowPolicy, RowPolicyFields } from './types.ts';

const COLUMNS = [
  'id',
  'datasource_id as datasourceId',
  'schema',
  'table_name as table',
  'group_id as groupId',
  'group_name as groupName',
  'filter',
  'revision',
] as const;

export function listPolicies(db: Db, datasourceId: number): Promise<RowPolicy[]> {
  return db
    .selectFrom('row_policies')
    .select(COLUMNS)
    .where('datasource_id', '=', datasourceId)
    .orderBy('schema')
    .orderBy('table_name')
    .orderBy('group_name')
    .execute();
}

export function listPoliciesOf(
  db: Db,
  datasourceId: number,
  { schema, table }: { schema: string; table: string },
): Promise<RowPolicy[]> {
  return db
    .selectFrom('row_policies')
    .select(COLUMNS)
    .where('datasource_id', '=', datasourceId)
    .where('schema', '=', schema)
    .where('table_name', '=', table)
    .orderBy('id')
    .execute();
}

export function insertPolicy(db: Db, datasourceId: number, fields: RowPolicyFields): Promise<RowPolicy> {
  return db
    .insertInto('row_policies')
    .values({ datasource_id: datasourceId, ...toRow(fields) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Null when the policy is not at this revision any more. */
export async function updatePolicy(
  db: Db,
  { datasourceId, id, revision }: { datasourceId: number; id: number; revision: number },
  fields: RowPolicyFields,
): Promise<RowPolicy | null> {
  const updated = await db
    .updateTable('row_policies')
    .set({ ...toRow(fields), revision: revision + 1, updated_at: sql<never>`now()` })
    .where('id', '=', id)
    .where('datasource_id', '=', datasourceId)
    .where('revision', '=', revision)
    .returning(COLUMNS)
    .executeTakeFirst();
  return updated ?? null;
}

/** The deleted policy; null when there was none. */
export async function deletePolicy(db: Db, datasourceId: number, id: number): Promise<RowPolicy | null> {
  const deleted = await db
    .deleteFrom('row_policies')
    .where('id', '=', id)
    .where('datasource_id', '=', datasourceId)
    .returning(COLUMNS)
    .executeTakeFirst();
  return deleted ?? null;
}

export async function policyExists(db: Db, datasourceId: number, id: number): Promise<boolean> {
  const query = db.selectFrom('row_policies').select('id').where('id', '=', id);
  return (await query.where('datasource_id', '=', datasourceId).executeTakeFirst()) !== undefined;
}

function toRow({ schema, table, groupId, groupName, filter }: RowPolicyFields) {
  return {
    schema,
    table_name: table,
    group_id: groupId,
    group_name: groupName,
    filter: JSON.stringify(filter),
  };
}
