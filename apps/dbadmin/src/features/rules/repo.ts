import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { DbadminDatabase } from '../../db/schema.ts';
import type { Rule, RuleFields } from './types.ts';

/** In their order. */
export async function findRules(db: Db, connectionId: number): Promise<Rule[]> {
  const rows = await db
    .selectFrom('access_rules')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('position')
    .execute();
  return rows.map(toRule);
}

/** Until the end of the transaction nobody else changes the rules of the connection. Says whether there is one. */
export async function lockConnection(trx: Db, connectionId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('connections')
    .select('id')
    .where('id', '=', connectionId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRule(
  db: Db,
  rule: RuleFields & { connectionId: number; position: number },
): Promise<number> {
  const { id } = await db
    .insertInto('access_rules')
    .values({ connection_id: rule.connectionId, position: rule.position, ...toRow(rule) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function replaceRule(db: Db, id: number, rule: RuleFields): Promise<void> {
  await db
    .updateTable('access_rules')
    .set({ ...toRow(rule), updated_at: sql<never>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The rules behind it move up. */
export async function deleteRuleRow(db: Db, { id, connectionId, position }: Rule & { connectionId: number }) {
  await db.deleteFrom('access_rules').where('id', '=', id).execute();
  await db
    .updateTable('access_rules')
    .set((eb) => ({ position: eb('position', '-', 1) }))
    .where('connection_id', '=', connectionId)
    .where('position', '>', position)
    .execute();
}

/** Gives the rules the places of their ids in the list. */
export async function placeRules(db: Db, connectionId: number, ids: number[]): Promise<void> {
  await db
    .updateTable('access_rules')
    .set({ position: sql<number>`array_position(${ids}::bigint[], id)` })
    .where('connection_id', '=', connectionId)
    .execute();
}

function toRule(row: Selectable<DbadminDatabase['access_rules']>): Rule {
  return {
    id: row.id,
    position: row.position,
    name: row.name,
    cidr: row.cidr,
    authMethod: row.auth_method,
    databaseName: row.database_name,
    roleName: row.role_name,
    enabled: row.enabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow(rule: RuleFields) {
  return {
    name: rule.name,
    cidr: rule.cidr,
    auth_method: rule.authMethod,
    database_name: rule.databaseName,
    role_name: rule.roleName,
    enabled: rule.enabled,
  };
}
