import type { Auth } from '@cairn/auth';
import { JobPostponedError } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import { AppError, createFairSemaphore } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { RETRY_DELAYS_MINUTES, isHardBounce } from '@cairn/service/mail';
import type { Mailer, SendOutcome } from '@cairn/service/mail';
import type { Db, ReportMgmtDatabase } from '../../db/schema.ts';
import { beginAttempt, finishAttempt, markUnknown, setLink } from './attempt-repo.ts';
import { composeMail } from './compose.ts';
import type { ComposeDeps, ComposedMail } from './compose.ts';
import { findMail } from './mail-repo.ts';
import { mayRequesterView } from './requester-rights.ts';
import type { AttemptEnd, MailSource } from './types.ts';

/** Kind of the job that sends one mail; its payload is `{delivery_id}`. */
export const SEND_KIND = 'delivery.send';

/**
 * Mails at once in a worker. Others wait in their places as long as one begins or ends each second, else in the queue, so that runs
 * pass them.
 */
const MAX_SENDING = 2;
const WAIT_MS = 1_000;
const BUSY = { code: 'report-mgmt.mail_busy', message: 'Other mails are being sent.' };
const BUSY_PAUSE_MS = 10_000;
const NOT_ALLOWED =
  'The person in whose name the report ran may no longer view it, so its document was not sent. Let somebody who may view it save the schedule.';

export interface SendDeps extends Omit<ComposeDeps, 'mailer'> {
  db: Db;
  auth: Pick<Auth, 'user' | 'allows'>;
  /** Null: no mail server is configured. */
  mailer: Mailer | null;
  logger: Logger;
}

type Result = { delivery_id: string };

interface Sending {
  delivery: MailSource['delivery'];
  /** Aborted when the worker stops. */
  signal: AbortSignal;
}

/**
 * Sends one mail. The row says `sending` before the socket is opened, so a worker that finds it later knows that an attempt was begun and
 * never makes a second one: a mail may be missing then, and its state says so, but it is not there twice.
 */
export function sendDeliveryJob(deps: SendDeps) {
  const { db, mailer, now, logger } = deps;
  const places = createFairSemaphore({ limit: MAX_SENDING, perPerson: MAX_SENDING, busy: BUSY });
  let lastChange = -WAIT_MS;

  return async function runInTurn(
    payload: { delivery_id: string },
    context: JobContext<ReportMgmtDatabase>,
  ): Promise<Result> {
    const waitMs = Math.max(0, lastChange + WAIT_MS - performance.now());
    try {
      return await places.run(() => runInPlace(payload, context), { waitMs, signal: context.signal });
    } catch (error) {
      // A mail server that hangs must not hold up the runs of reports.
      if (error instanceof AppError && error.code === BUSY.code) throw new JobPostponedError(BUSY_PAUSE_MS);
      throw error;
    }
  };

  async function runInPlace(...args: Parameters<typeof run>): Promise<Result> {
    lastChange = performance.now();
    try {
      return await run(...args);
    } finally {
      lastChange = performance.now();
    }
  }

  async function run(
    { delivery_id: id }: { delivery_id: string },
    context: JobContext<ReportMgmtDatabase>,
  ): Promise<Result> {
    const source = await findMail(db, id);
    const { status, nextAttemptAt } = source?.delivery ?? {};
    if (status === 'sending') await step(context, 'lost', (trx) => markUnknown(trx, id));
    if (!source || status !== 'queued') return { delivery_id: id };
    const waitMs = nextAttemptAt ? nextAttemptAt.getTime() - now().getTime() : 0;
    if (waitMs > 0) throw new JobPostponedError(waitMs);
    const end = await attempt(source, context);
    if (!end) return { delivery_id: id };
    await step(context, 'outcome', (trx) => finishAttempt(trx, id, end));
    if (end.isUndone) throw context.signal.reason;
    if (end.nextAttemptAt) throw new JobPostponedError(end.nextAttemptAt.getTime() - now().getTime());
    return { delivery_id: id };
  }

  /** Null where another worker or an administrator was faster. */
  async function attempt(
    source: MailSource,
    context: JobContext<ReportMgmtDatabase>,
  ): Promise<AttemptEnd | null> {
    if (!mailer)
      return failed('No mail server is configured. Ask the operator to set SMTP_URL, then send it again.');
    const { delivery, output } = source;
    if (delivery.purpose === 'document' && !output)
      return failed('The document was removed before the mail was sent. Run the report again.');
    if (delivery.purpose === 'document' && !(await mayRequesterView(deps.auth, source)))
      return failed(NOT_ALLOWED);
    const composed = await compose({ ...deps, mailer }, source);
    if ('status' in composed) return composed;
    const { message, link } = composed;
    const { id } = delivery;
    const begun = await step(context, 'begin', (trx) =>
      beginAttempt(trx, { id, messageId: message.messageId, link }),
    );
    if (!begun) return null;
    const sending = { delivery, signal: context.signal };
    const outcome = await send(mailer, composed, sending);
    if (outcome.state !== 'too_large' || link || source.plan.attach !== 'auto')
      return toEnd(outcome, sending);
    // The server takes less than we thought; it has nothing of the mail.
    const linked = await compose({ ...deps, mailer }, source, { withLink: true });
    if ('status' in linked) return linked;
    await step(context, 'link', (trx) => setLink(trx, id, linked.link!));
    return toEnd(await send(mailer, linked, sending), sending);
  }

  async function send(
    to: Mailer,
    { message }: ComposedMail,
    { delivery, signal }: Sending,
  ): Promise<SendOutcome> {
    try {
      return await to.send(message, delivery, { signal });
    } catch (error) {
      // The stream of the document failed, so the message was not handed over to its end.
      logger.warn({ err: error, deliveryId: delivery.id }, 'document of a mail could not be read');
      return { state: 'retry', stage: 'data', reply: 'The stored document could not be read.' };
    }
  }

  function toEnd(outcome: SendOutcome, { delivery, signal }: Sending): AttemptEnd {
    const code = 'code' in outcome ? (outcome.code ?? null) : null;
    const end = { code, reply: outcome.reply, isHardBounce: isHardBounce(outcome), nextAttemptAt: null };
    switch (outcome.state) {
      case 'retry': {
        // The worker stops: another one begins the same attempt again.
        if (signal.aborted) return { ...end, status: 'queued', isUndone: true };
        const minutes = RETRY_DELAYS_MINUTES[delivery.attempts];
        if (minutes === undefined) return { ...end, status: 'failed' };
        return { ...end, status: 'queued', nextAttemptAt: new Date(now().getTime() + minutes * 60_000) };
      }
      case 'too_large':
        return { ...end, status: 'failed', reply: `${outcome.reply} Let the schedule send a link instead.` };
      default:
        return { ...end, status: outcome.state };
    }
  }
}

/** Each attempt of a job has steps of its own: a step of an earlier attempt says nothing about this one. */
function step<T>(
  { job, commit }: JobContext<ReportMgmtDatabase>,
  name: string,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  return commit(work, `${name} ${job.fence}`);
}

async function compose(
  deps: ComposeDeps,
  source: MailSource,
  options?: { withLink: boolean },
): Promise<ComposedMail | AttemptEnd> {
  try {
    return await composeMail(deps, source, options);
  } catch (error) {
    // Such as a placeholder that a template has got since.
    if (error instanceof AppError && error.kind === 'bad_request') return failed(error.message);
    throw error;
  }
}

function failed(reply: string): AttemptEnd {
  return { status: 'failed', code: null, reply, isHardBounce: false, nextAttemptAt: null };
}
