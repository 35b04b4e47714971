import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { SUPPRESSED, findSuppressed, lockDelivery, refreshEmailStatus } from './repo.ts';
import type { AttemptEnd, Delivery, NewLink } from './types.ts';

const WORKER_LOST =
  'The process ended while it was sending, so it is not known whether the mail arrived. It is not sent again by itself.';
const JOB_LOST = 'The mail could not be sent. Send it again.';

/** Says that an attempt begins; to be committed before the socket is opened. False where the mail no longer waits for one. */
export async function beginAttempt(
  db: Db,
  { id, messageId, link }: { id: string; messageId: string; link: NewLink | null },
): Promise<boolean> {
  const delivery = await lockDelivery(db, id);
  if (delivery?.status !== 'queued') return false;
  if ((await findSuppressed(db, [delivery.address])).size > 0) {
    await endAttempt(db, delivery, { status: 'suppressed', last_reply: SUPPRESSED });
    return false;
  }
  await db
    .updateTable('deliveries')
    .set({
      status: 'sending',
      attempts: delivery.attempts + 1,
      next_attempt_at: null,
      message_id: messageId,
      link_sha256: link?.sha256 ?? null,
      link_expires_at: link?.expiresAt ?? null,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Another link, for the same attempt. */
export async function setLink(db: Db, id: string, link: NewLink): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ link_sha256: link.sha256, link_expires_at: link.expiresAt })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute();
}

/** A mail whose worker died while it was sending. */
export async function markUnknown(db: Db, id: string): Promise<void> {
  const delivery = await lockDelivery(db, id);
  if (delivery?.status === 'sending')
    await endAttempt(db, delivery, { status: 'unknown', last_reply: WORKER_LOST });
}

/** Records how an attempt ended, and what follows for the execution and the recipient. */
export async function finishAttempt(db: Db, id: string, end: AttemptEnd): Promise<void> {
  const delivery = await lockDelivery(db, id);
  // One that was never begun fails while it is queued.
  if (!delivery || !['queued', 'sending'].includes(delivery.status)) return;
  const { status, code, reply, nextAttemptAt } = end;
  if (!delivery.isTest) {
    if (status === 'sent') await resetBounces(db, delivery.address);
    else if (end.isHardBounce) await countBounce(db, delivery, reply);
  }
  await endAttempt(db, delivery, {
    status,
    last_code: code,
    last_reply: reply,
    next_attempt_at: nextAttemptAt,
    ...(end.isUndone ? { attempts: delivery.attempts - 1 } : {}),
    ...(status === 'sent' ? { sent_at: new Date() } : {}),
    // A link that is in no mail.
    ...(status === 'sent' || status === 'unknown' ? {} : { link_sha256: null, link_expires_at: null }),
  });
}

type Ending = Partial<{
  status: Delivery['status'];
  last_code: number | null;
  last_reply: string;
  next_attempt_at: Date | null;
  attempts: number;
  sent_at: Date;
  link_sha256: null;
  link_expires_at: null;
}>;

async function endAttempt(db: Db, { id, executionId, purpose }: Delivery, ending: Ending): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...ending, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  if (purpose === 'document') await refreshEmailStatus(db, executionId);
}

const BOUNCES_UNTIL_SUPPRESSED = 3;

/** An execution counts once against an address, however often its mail is sent again. */
async function countBounce(db: Db, { id, address }: Delivery, reply: string): Promise<void> {
  const counted = await db
    .updateTable('deliveries')
    .set({ bounced: true })
    .where('id', '=', id)
    .where('bounced', '=', false)
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) return;
  await sql`
    INSERT INTO recipients AS r (email, hard_bounces, last_bounce) VALUES (${address}, 1, ${reply})
    ON CONFLICT (lower(email)) DO UPDATE SET
      hard_bounces = r.hard_bounces + 1,
      last_bounce = excluded.last_bounce,
      suppressed_at = CASE WHEN r.hard_bounces + 1 >= ${BOUNCES_UNTIL_SUPPRESSED} THEN coalesce(r.suppressed_at, now()) END,
      updated_at = now()`.execute(db);
}

async function resetBounces(db: Db, address: string): Promise<void> {
  await db
    .updateTable('recipients')
    .set({ hard_bounces: 0, last_bounce: null })
    .where(sql`lower(email)`, '=', address.toLowerCase())
    .where('hard_bounces', '>', 0)
    .execute();
}

/** Mails whose job ended without writing how: one that was sending is unknown, one that was queued failed. */
export async function endLostDeliveries(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string; status: string }>`
    SELECT d.id, d.status FROM deliveries d LEFT JOIN jobs j ON j.id = d.job_id
     WHERE d.status IN ('queued', 'sending') AND d.created_at < now() - interval '1 minute'
       AND (j.id IS NULL OR j.status NOT IN ('queued', 'running')) LIMIT 200`.execute(db);
  for (const { id, status } of rows) {
    await db.transaction().execute((trx) =>
      status === 'sending'
        ? markUnknown(trx, id)
        : finishAttempt(trx, id, {
            ...{ status: 'failed', code: null, reply: JOB_LOST },
            isHardBounce: false,
            nextAttemptAt: null,
          }),
    );
  }
  return rows.length;
}
