import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db, SchedulesTable } from '../../db/schema.ts';
import type { ScheduleRule } from './rule.ts';
import { TZ_VERSION } from './time-zone.ts';
import type { ListedSchedule, Schedule, ScheduleFields, ScheduleFormat, SchedulePlan } from './types.ts';

const COLUMNS = [
  's.id',
  's.report_key as reportKey',
  's.datasource',
  sql<ScheduleFormat>`s.format`.as('format'),
  's.filename',
  sql<ScheduleRule>`s.rule`.as('rule'),
  's.time_zone as timeZone',
  's.enabled',
  's.parameters',
  's.recipients',
  's.subject',
  's.body',
  's.template_id as templateId',
  's.no_email as noEmail',
  's.attach',
  's.grace_s as graceSeconds',
  's.owner_id as ownerId',
  's.owner',
  's.next_run_at as nextRunAt',
  's.last_slot as lastSlot',
  's.failures',
  's.revision',
  's.updated_at as updatedAt',
] as const;

/** Of a select that joins the definitions as `d`. */
export const LISTED_COLUMNS = [
  ...COLUMNS,
  sql<string>`coalesce(d.title, s.report_key)`.as('reportTitle'),
] as const;

export async function findSchedule(db: Db, id: number): Promise<ListedSchedule | null> {
  const schedule = await db
    .selectFrom('schedules as s')
    .leftJoin('definitions as d', 'd.key', 's.report_key')
    .select(LISTED_COLUMNS)
    .where('s.id', '=', id)
    .executeTakeFirst();
  return schedule ?? null;
}

/** Keeps ticks and other writers from it until the transaction ends. */
export async function lockSchedule(trx: Db, id: number): Promise<Schedule | null> {
  const schedule = await trx
    .selectFrom('schedules as s')
    .select(COLUMNS)
    .where('s.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return schedule ?? null;
}

export async function insertSchedule(trx: Db, fields: ScheduleFields, plan: SchedulePlan): Promise<number> {
  const { id } = await trx
    .insertInto('schedules')
    .values({ ...toRow(fields), ...toPlanRow(plan) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces what forms say, and begins to count failures again. */
export async function updateSchedule(
  trx: Db,
  id: number,
  { fields, plan }: { fields: ScheduleFields; plan: SchedulePlan },
): Promise<void> {
  await trx
    .updateTable('schedules')
    .set({ ...toRow(fields), ...toPlanRow(plan), failures: 0, ...changed() })
    .where('id', '=', id)
    .execute();
}

export async function setEnabled(
  trx: Db,
  id: number,
  state: Pick<Schedule, 'enabled' | 'nextRunAt' | 'lastSlot'>,
): Promise<void> {
  await trx
    .updateTable('schedules')
    .set({
      enabled: state.enabled,
      next_run_at: state.nextRunAt,
      last_slot: state.lastSlot,
      tz_version: TZ_VERSION,
      failures: 0,
      ...changed(),
    })
    .where('id', '=', id)
    .execute();
}

/** Returns what was deleted, or null. Its executions stay in the history. */
export async function deleteSchedule(trx: Db, id: number): Promise<Pick<Schedule, 'reportKey'> | null> {
  const deleted = await trx
    .deleteFrom('schedules')
    .where('id', '=', id)
    .returning('report_key as reportKey')
    .executeTakeFirst();
  return deleted ?? null;
}

export async function findTemplateId(db: Db, idOrName: string): Promise<number | null> {
  const id = /^\d{1,9}$/.test(idOrName) ? Number(idOrName) : null;
  const row = await db
    .selectFrom('email_templates')
    .select('id')
    .where((where) => where.or([where('name', '=', idOrName), where('id', '=', id ?? 0)]))
    .orderBy((order) =>
      order
        .case()
        .when('id', '=', id ?? 0)
        .then(0)
        .else(1)
        .end(),
    )
    .executeTakeFirst();
  return row?.id ?? null;
}

function toRow(fields: ScheduleFields) {
  return {
    report_key: fields.reportKey,
    datasource: fields.datasource,
    format: fields.format,
    filename: fields.filename,
    mode: fields.rule.mode,
    rule: JSON.stringify(fields.rule),
    time_zone: fields.timeZone,
    enabled: fields.enabled,
    parameters: JSON.stringify(fields.parameters),
    recipients: fields.recipients,
    subject: fields.subject,
    body: fields.body,
    template_id: fields.templateId,
    no_email: fields.noEmail,
    attach: fields.attach,
    grace_s: fields.graceSeconds,
  } satisfies Partial<Insertable<SchedulesTable>>;
}

function toPlanRow(plan: SchedulePlan) {
  return {
    owner_id: plan.ownerId,
    owner: plan.owner,
    next_run_at: plan.nextRunAt,
    last_slot: plan.lastSlot,
    tz_version: TZ_VERSION,
  };
}

function changed() {
  return { revision: sql<number>`revision + 1`, updated_at: sql<never>`now()` };
}
