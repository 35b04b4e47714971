import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Application, Rule, RuleFields } from './types.ts';

const RULE = [
  'id',
  'position',
  'name',
  'cidr',
  'auth_method as authMethod',
  'database_name as databaseName',
  'role_name as roleName',
  'enabled',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const APPLICATION = [
  'id',
  'state',
  'block',
  'file_path as filePath',
  'backup_path as backupPath',
  'file_sha256 as fileSha256',
  'applied_by as appliedBy',
  'applied_at as appliedAt',
] as const;

/** In the order in which they are applied. */
export async function findRules(db: Db, connectionId: number): Promise<Rule[]> {
  const rules = db.selectFrom('access_rules').select(RULE).where('connection_id', '=', connectionId);
  return rules.orderBy('position').execute();
}

export async function insertRule(
  db: Db,
  rule: RuleFields & { connectionId: number; position: number },
): Promise<number> {
  const row = { connection_id: rule.connectionId, position: rule.position, ...toRow(rule) };
  const insert = db.insertInto('access_rules').values(row).returning('id');
  return (await insert.executeTakeFirstOrThrow()).id;
}

export async function replaceRule(db: Db, id: number, rule: RuleFields): Promise<void> {
  await db
    .updateTable('access_rules')
    .set({ ...toRow(rule), updated_at: sql<never>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes a rule and closes the gap in the order. */
export async function deleteRuleRow(db: Db, { id, connectionId, position }: Rule & { connectionId: number }) {
  await db.deleteFrom('access_rules').where('id', '=', id).execute();
  await db
    .updateTable('access_rules')
    .set((eb) => ({ position: eb('position', '-', 1) }))
    .where('connection_id', '=', connectionId)
    .where('position', '>', position)
    .execute();
}

/** Orders the rules as their ids are ordered. */
export async function reorderRules(db: Db, connectionId: number, ids: number[]): Promise<void> {
  await db
    .updateTable('access_rules')
    .set({ position: sql<number>`array_position(${ids}::bigint[], id)` })
    .where('connection_id', '=', connectionId)
    .execute();
}

/** The newest application to a file that has neither failed nor been undone. */
export async function findLastApplication(
  db: Db,
  connectionId: number,
  filePath: string,
): Promise<Application | null> {
  return (await activeApplications(db, connectionId, filePath).limit(1).executeTakeFirst()) ?? null;
}

/** All but the newest `keep` applications. */
export async function findOldApplications(
  db: Db,
  { connectionId, filePath, keep }: { connectionId: number; filePath: string; keep: number },
): Promise<Application[]> {
  return activeApplications(db, connectionId, filePath).offset(keep).limit(100).execute();
}

export async function insertApplication(
  db: Db,
  application: Omit<Application, 'id' | 'state' | 'appliedAt'> & { connectionId: number },
): Promise<Application> {
  return db
    .insertInto('rule_applications')
    .values({
      connection_id: application.connectionId,
      state: 'applying',
      block: application.block,
      file_path: application.filePath,
      backup_path: application.backupPath,
      file_sha256: application.fileSha256,
      applied_by: application.appliedBy,
      undone_at: null,
    })
    .returning(APPLICATION)
    .executeTakeFirstOrThrow();
}

export async function saveApplicationState(db: Db, id: number, state: Application['state']): Promise<void> {
  await db.updateTable('rule_applications').set({ state }).where('id', '=', id).execute();
}

export async function deleteApplications(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('rule_applications').where('id', 'in', ids).execute();
}

export async function markApplicationUndone(db: Db, id: number): Promise<void> {
  await db
    .updateTable('rule_applications')
    .set({ state: 'applied', undone_at: sql<never>`now()` })
    .where('id', '=', id)
    .execute();
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

function activeApplications(db: Db, connectionId: number, filePath: string) {
  return db
    .selectFrom('rule_applications')
    .select(APPLICATION)
    .where('connection_id', '=', connectionId)
    .where('file_path', '=', filePath)
    .where('state', '<>', 'failed')
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc');
}
