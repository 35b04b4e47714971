import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Recipient, RecipientDelivery, RecipientFields } from './types.ts';

export interface RecipientFilter {
  q?: string | undefined;
  /** Only addresses behind this one. */
  after?: string | undefined;
  limit: number;
}

/** By address; each with its last mail. */
export async function listRecipients(db: Db, filter: RecipientFilter): Promise<Recipient[]> {
  const rows = await selectRecipients(db, filter)
    .$if(filter.after !== undefined, (query) =>
      query.where(sql`lower(r.email)`, '>', filter.after!.toLowerCase()),
    )
    .orderBy(sql`lower(r.email)`)
    .limit(filter.limit)
    .execute();
  return rows.map(toRecipient);
}

export async function countRecipients(db: Db, { q }: Pick<RecipientFilter, 'q'>): Promise<number> {
  const { count } = await db
    .selectFrom('recipients as r')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(matches(q))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findRecipient(db: Db, id: number): Promise<Recipient | null> {
  const row = await selectRecipients(db, {}).where('r.id', '=', id).executeTakeFirst();
  return row ? toRecipient(row) : null;
}

function selectRecipients(db: Db, { q }: Pick<RecipientFilter, 'q'>) {
  return db
    .selectFrom('recipients as r')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('deliveries as d')
          .innerJoin('executions as e', 'e.id', 'd.execution_id')
          .select(['d.id as delivery_id', 'd.execution_id', 'd.status', 'd.updated_at as at', 'd.last_reply'])
          .select(['e.report_key', 'e.report_title'])
          .where(sql`lower(d.address)`, '=', sql`lower(r.email)`)
          .orderBy('d.created_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.name', 'r.email', 'r.notes', 'r.hard_bounces', 'r.last_bounce', 'r.suppressed_at'])
    .select(['last.delivery_id', 'last.execution_id', 'last.status', 'last.at', 'last.last_reply'])
    .select(['last.report_key', 'last.report_title'])
    .where(matches(q));
}

function matches(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(r.email ILIKE ${pattern} OR r.name ILIKE ${pattern})`;
}

/** The last mails to an address, newest first. */
export async function listDeliveriesTo(db: Db, email: string): Promise<RecipientDelivery[]> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('executions as e', 'e.id', 'd.execution_id')
    .select(['d.id as delivery_id', 'd.execution_id', 'd.status', 'd.updated_at as at', 'd.last_reply'])
    .select(['e.report_key', 'e.report_title'])
    .where(sql`lower(d.address)`, '=', email.toLowerCase())
    .orderBy('d.created_at', 'desc')
    .limit(30)
    .execute();
  return rows.map(toDelivery);
}

export async function insertRecipient(db: Db, fields: RecipientFields): Promise<number> {
  const { id } = await db.insertInto('recipients').values(fields).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** What was counted against an address does not concern another one. False where there is no such recipient. */
export async function updateRecipient(db: Db, id: number, fields: RecipientFields): Promise<boolean> {
  const { rows } = await sql`
    UPDATE recipients SET name = ${fields.name}, notes = ${fields.notes}, email = ${fields.email}, updated_at = now(),
           hard_bounces = CASE WHEN lower(email) = lower(${fields.email}) THEN hard_bounces ELSE 0 END,
           last_bounce = CASE WHEN lower(email) = lower(${fields.email}) THEN last_bounce END,
           suppressed_at = CASE WHEN lower(email) = lower(${fields.email}) THEN suppressed_at END
     WHERE id = ${id} RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Returns the address of the deleted recipient; null without one of this id. */
export async function deleteRecipient(db: Db, id: number): Promise<string | null> {
  const row = await db.deleteFrom('recipients').where('id', '=', id).returning('email').executeTakeFirst();
  return row?.email ?? null;
}

/** Forgets what was counted against an address. False where there is no such recipient. */
export async function liftSuppression(db: Db, id: number): Promise<boolean> {
  const result = await db
    .updateTable('recipients')
    .set({ hard_bounces: 0, last_bounce: null, suppressed_at: null, updated_at: new Date() })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

interface DeliveryRow {
  delivery_id: string;
  execution_id: string;
  report_key: string;
  report_title: string;
  status: RecipientDelivery['status'];
  at: Date;
  last_reply: string | null;
}

type Row = Record<'id' | 'hard_bounces', number> &
  Record<'name' | 'email' | 'notes', string> & { last_bounce: string | null; suppressed_at: Date | null } & {
    [Column in keyof DeliveryRow]: DeliveryRow[Column] | null;
  };

function toRecipient(row: Row): Recipient {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    notes: row.notes,
    hardBounces: row.hard_bounces,
    lastBounce: row.last_bounce,
    suppressedAt: row.suppressed_at,
    lastDelivery: row.delivery_id === null ? null : toDelivery(row as DeliveryRow),
  };
}

function toDelivery(row: DeliveryRow): RecipientDelivery {
  return {
    id: row.delivery_id,
    executionId: row.execution_id,
    reportKey: row.report_key,
    reportTitle: row.report_title || row.report_key,
    status: row.status,
    at: row.at,
    reply: row.last_reply,
  };
}
