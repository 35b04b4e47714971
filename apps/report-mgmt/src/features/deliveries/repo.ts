import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { AttemptEnd, Delivery, DeliveryPurpose, LinkedOutput, NewLink } from './types.ts';

const SUPPRESSED =
  'This address was refused in three runs. Lift that on the page of recipients to send to it again.';
const WORKER_LOST =
  'The process ended while it was sending, so it is not known whether the mail arrived. It is not sent again by itself.';
const JOB_LOST = 'The mail could not be sent. Send it again.';

interface NewDelivery {
  executionId: string;
  address: string;
  purpose: DeliveryPurpose;
}

/** Inserts mails; addresses that are suppressed get a row that says so. Returns those that wait for their job. */
export async function insertDeliveries(db: Db, deliveries: NewDelivery[]): Promise<{ id: string }[]> {
  if (deliveries.length === 0) return [];
  const suppressed = await findSuppressed(
    db,
    deliveries.map(({ address }) => address),
  );
  const rows = await db
    .insertInto('deliveries')
    .values(
      deliveries.map(({ executionId, address, purpose }) => ({
        execution_id: executionId,
        address,
        purpose,
        ...(suppressed.has(address.toLowerCase())
          ? { status: 'suppressed' as const, last_reply: SUPPRESSED }
          : {}),
      })),
    )
    .returning(['id', 'status'])
    .execute();
  return rows.filter(({ status }) => status === 'queued').map(({ id }) => ({ id }));
}

async function findSuppressed(db: Db, addresses: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('recipients')
    .select(sql<string>`lower(email)`.as('email'))
    .where('suppressed_at', 'is not', null)
    .where(
      sql`lower(email)`,
      'in',
      addresses.map((address) => address.toLowerCase()),
    )
    .execute();
  return new Set(rows.map(({ email }) => email));
}

export async function setDeliveryJobs(db: Db, jobs: { id: string; jobId: number }[]): Promise<void> {
  await sql`
    UPDATE deliveries d SET job_id = j.job_id
      FROM unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ jobId }) => jobId)}::bigint[]) AS j (id, job_id)
     WHERE d.id = j.id`.execute(db);
}

/** Locks a mail and its execution, in this order everywhere, so that two mails of an execution do not count each other wrongly. */
export async function lockDelivery(db: Db, id: string): Promise<Delivery | null> {
  await sql`
    SELECT FROM executions WHERE id = (SELECT execution_id FROM deliveries WHERE id = ${id}) FOR NO KEY UPDATE`.execute(
    db,
  );
  const row = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    executionId: row.execution_id,
    address: row.address,
    purpose: row.purpose,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
  };
}

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
  if (status === 'sent') await resetBounces(db, delivery.address);
  else if (end.isHardBounce) await countBounce(db, delivery, reply);
  await endAttempt(db, delivery, {
    status,
    last_code: code,
    last_reply: reply,
    next_attempt_at: nextAttemptAt,
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

/** Puts a mail back to its first attempt. */
export async function requeueDelivery(db: Db, id: string, jobId: number): Promise<void> {
  const row = await db
    .updateTable('deliveries')
    .set({ status: 'queued', attempts: 0, next_attempt_at: null, job_id: jobId, updated_at: new Date() })
    .where('id', '=', id)
    .returning(['execution_id', 'purpose'])
    .executeTakeFirstOrThrow();
  if (row.purpose === 'document') await refreshEmailStatus(db, row.execution_id);
}

/** Computes the mail status of an execution from its mails. */
export async function refreshEmailStatus(db: Db, executionId: string): Promise<void> {
  await sql`
    UPDATE executions SET email_status = (
      SELECT CASE
          WHEN count(*) FILTER (WHERE status IN ('queued', 'sending')) > 0 THEN 'queued'
          WHEN count(*) FILTER (WHERE status = 'unknown') > 0 THEN 'unknown'
          WHEN count(*) FILTER (WHERE status = 'sent') = count(*) THEN 'sent'
          WHEN count(*) FILTER (WHERE status = 'sent') > 0 THEN 'partial'
          ELSE 'failed' END
        FROM deliveries WHERE execution_id = ${executionId} AND purpose = 'document')
     WHERE id = ${executionId}`.execute(db);
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

export async function findLink(
  db: Db,
  { sha256, now }: { sha256: string; now: Date },
): Promise<LinkedOutput | null> {
  const row = await db
    .selectFrom('deliveries as d')
    .innerJoin('executions as e', 'e.id', 'd.execution_id')
    .selectAll('e')
    .select(['d.id as delivery_id', 'd.address', 'd.link_expires_at'])
    .where('d.link_sha256', '=', sha256)
    .where('d.link_expires_at', '>', now)
    .where('e.output_object', 'is not', null)
    .where('e.output_expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  return {
    deliveryId: row.delivery_id,
    address: row.address,
    reportKey: row.report_key,
    reportTitle: row.report_title || row.report_key,
    timeZone: row.time_zone,
    linkExpiresAt: row.link_expires_at!,
    object: row.output_object!,
    name: row.output_name!,
    mime: row.output_mime!,
    bytes: row.output_bytes!,
    expiresAt: row.output_expires_at!,
  };
}

export async function countDownload(db: Db, id: string): Promise<void> {
  await sql`UPDATE deliveries SET downloads = downloads + 1 WHERE id = ${id}`.execute(db);
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
