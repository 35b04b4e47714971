import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { AlertMail, MailEnd, NewMail } from './types.ts';

/** Days for which mails are kept. */
const KEPT_DAYS = 30;

/** Returns the ids, in the order of the mails. */
export async function insertMails(trx: Db, mails: NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = await trx
    .insertInto('alert_mails')
    .values(
      mails.map(({ projectIds, recipient, subject, html, text }) => ({
        ...{ project_ids: projectIds, recipient_name: recipient.name, address: recipient.address },
        ...{ subject, html, text },
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function findMail(db: Db, id: string): Promise<AlertMail | undefined> {
  const row = await db
    .selectFrom('alert_mails')
    .select(['id', 'project_ids as projectIds', 'recipient_name as name', 'address', 'subject', 'html'])
    .select(['text', 'status', 'attempts', 'next_attempt_at as nextAttemptAt', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, address, ...mail } = row;
  return { ...mail, recipient: { name, address } };
}

/** Says that the mail server gets the message now. False where another attempt has it. */
export async function beginSending(trx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_mails')
    .set({ status: 'sending' })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an attempt; a mail that has ended stays as it is. */
export async function endAttempt(trx: Db, id: string, end: MailEnd): Promise<void> {
  await sql`
    UPDATE alert_mails SET status = ${end.status}, reply = ${end.reply}, next_attempt_at = ${end.nextAttemptAt},
           attempts = attempts + ${end.isUndone ? 0 : 1}, finished_at = CASE WHEN ${end.status} <> 'queued' THEN now() END
     WHERE id = ${id} AND status IN ('queued', 'sending')`.execute(trx);
}

/** Those that still exist; they do until the end of the transaction. */
export async function lockProjects(trx: Db, ids: number[]): Promise<number[]> {
  const rows = await trx.selectFrom('projects').select('id').where('id', 'in', ids).forKeyShare().execute();
  return rows.map(({ id }) => id);
}

/** Returns how many. */
export async function deleteOldMails(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_mails')
    .where('finished_at', '<', sql<Date>`now() - ${KEPT_DAYS} * interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
