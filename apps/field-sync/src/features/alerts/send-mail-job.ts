import { Readable } from 'node:stream';
import { JobPostponedError } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import { RETRY_DELAYS_MINUTES, composeMessage } from '@cairn/service/mail';
import type { MailMessage, Mailer, SendOutcome } from '@cairn/service/mail';
import type { Db, FieldSyncDatabase } from '../../db/schema.ts';
import { writeLog } from '../runs/log-repo.ts';
import { beginSending, endAttempt, findMail, lockProjects } from './mail-repo.ts';
import type { AlertMail, MailEnd } from './types.ts';

/** Kind of the job that sends one mail; its payload is `{mail_id}`. */
export const MAIL_JOB = 'field_sync.mail';

const NO_SERVER = { status: 'failed', reply: 'No mail server is configured any more.' } as const;
const LOST = 'The worker stopped while the mail was being sent, so it may or may not have arrived.';

export interface SendMailDeps {
  db: Db;
  /** Null: no mail server is configured any more. */
  mailer: Mailer | null;
  logger: Logger;
  now(): Date;
}

/**
 * Sends one mail. Its row says `sending` before the first byte of the message: an attempt that died before is made again, and one that
 * died after it is not, since the mail may have arrived.
 */
export function sendMailJob({ db, mailer, logger, now }: SendMailDeps) {
  return async function send(
    { mail_id: id }: { mail_id: string },
    job: JobContext<FieldSyncDatabase>,
  ): Promise<{ mail_id: string; status?: MailEnd['status'] }> {
    const mail = await findMail(db, id);
    if (!mail || !['queued', 'sending'].includes(mail.status)) return { mail_id: id };
    const waitMs = mail.nextAttemptAt ? mail.nextAttemptAt.getTime() - now().getTime() : 0;
    if (mail.status === 'queued' && waitMs > 0) throw new JobPostponedError(waitMs);
    const end =
      mail.status === 'sending' ? toEnd(mail, { state: 'unknown', reply: LOST }) : await attempt(mail, job);
    await job.commit(async (trx) => {
      await endAttempt(trx, id, end);
      if (end.status !== 'queued' && end.status !== 'sent') await report(trx, mail, end);
    }, `end ${job.job.fence}`);
    if (end.isUndone) throw job.signal.reason;
    if (end.nextAttemptAt) throw new JobPostponedError(end.nextAttemptAt.getTime() - now().getTime());
    return { mail_id: id, status: end.status };
  };

  async function attempt(mail: AlertMail, job: JobContext<FieldSyncDatabase>): Promise<MailEnd> {
    if (!mailer) return { ...NO_SERVER, nextAttemptAt: null, isUndone: false };
    const { id, recipient, subject, html, text, createdAt } = mail;
    const message = await composeMessage({
      ...{ id, from: mailer.from, to: recipient, mail: { subject, html, text }, date: createdAt },
    });
    let notBegun: unknown = null;
    const begin = async () => {
      const begun = await job
        .commit((trx) => beginSending(trx, id), `begin ${job.job.fence}`)
        .catch((error: unknown) => {
          notBegun = error;
          throw error;
        });
      if (!begun) throw (notBegun = new Error('another attempt has this mail'));
    };
    try {
      const outcome = await mailer.send(precededBy(message, begin), recipient, { signal: job.signal });
      if (outcome.state !== 'sent') logger.warn({ mail: id, ...outcome }, 'mail not sent');
      return toEnd(mail, outcome, job.signal);
    } catch (error) {
      throw notBegun ?? error;
    }
  }

  function toEnd(mail: AlertMail, outcome: SendOutcome, signal?: AbortSignal): MailEnd {
    const end = { reply: outcome.reply, nextAttemptAt: null, isUndone: false };
    if (outcome.state === 'too_large') return { ...end, status: 'failed' };
    if (outcome.state !== 'retry') return { ...end, status: outcome.state };
    if (signal?.aborted) return { ...end, status: 'queued', isUndone: true };
    const minutes = RETRY_DELAYS_MINUTES[mail.attempts];
    if (minutes === undefined) return { ...end, status: 'failed' };
    return { ...end, status: 'queued', nextAttemptAt: new Date(now().getTime() + minutes * 60_000) };
  }
}

/** The message, of which no byte is read before `begin` has ended. */
function precededBy(message: MailMessage, begin: () => Promise<void>): MailMessage {
  async function* read() {
    await begin();
    yield* message.open();
  }
  return { ...message, open: () => Readable.from(read(), { objectMode: false }) };
}

/** In the logs of the projects, which more people read than those who administer them. */
async function report(
  trx: Db,
  { projectIds, recipient }: AlertMail,
  { status, reply }: MailEnd,
): Promise<void> {
  const outcome = status === 'unknown' ? 'may not have arrived' : 'was not delivered';
  const message = `A mail to an administrator of this project ${outcome}: ${reply.replaceAll(recipient.address, '…')}`;
  const projects = await lockProjects(trx, projectIds);
  await writeLog(
    trx,
    projects.map((projectId) => ({ projectId, level: 'warning', message })),
  );
}
