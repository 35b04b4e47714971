import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Delivery, DeliveryPurpose, LinkedOutput } from './types.ts';

export const SUPPRESSED =
  'This address was refused in three runs. Lift that on the page of recipients to send to it again.';

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

/** Those of some addresses, in lower case, to which nothing is sent. */
export async function findSuppressed(db: Db, addresses: string[]): Promise<Set<string>> {
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
  const execution = await sql<{ trigger: string }>`
    SELECT trigger FROM executions WHERE id = (SELECT execution_id FROM deliveries WHERE id = ${id}) FOR NO KEY UPDATE`.execute(
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
    isTest: execution.rows[0]?.trigger === 'test',
    address: row.address,
    purpose: row.purpose,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
  };
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
    requestedBy: row.requested_by,
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
