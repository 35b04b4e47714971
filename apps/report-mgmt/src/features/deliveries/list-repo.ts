import type { Selectable } from 'kysely';
import type { Db, DeliveriesTable } from '../../db/schema.ts';
import type { DeliveryRecord } from './types.ts';

/** The mails of an execution by address. */
export async function listDeliveries(db: Db, executionId: string): Promise<DeliveryRecord[]> {
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('purpose')
    .orderBy('address')
    .execute();
  return rows.map(toRecord);
}

export async function findDelivery(db: Db, id: string): Promise<DeliveryRecord | null> {
  const row = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toRecord(row) : null;
}

function toRecord(row: Selectable<DeliveriesTable>): DeliveryRecord {
  return {
    id: row.id,
    address: row.address,
    purpose: row.purpose,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    code: row.last_code,
    reply: row.last_reply,
    linkExpiresAt: row.link_expires_at,
    downloads: row.downloads,
    sentAt: row.sent_at,
    updatedAt: row.updated_at,
  };
}
