import { setTimeout as delay } from 'node:timers/promises';
import type { ReportMgmtSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import { auditContext } from '@cairn/service';
import type { Actor, Call } from '@cairn/service';
import { readAddress } from '@cairn/service/mail';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { noOwnAddress } from '../email-templates/errors.ts';
import { enqueueExecution } from '../executions/enqueue.ts';
import type { NewExecution } from '../executions/types.ts';
import { noSuchSchedule, nothingToTest } from './errors.ts';
import { newExecution } from './executions.ts';
import { isTrue, readId } from './read-schedule.ts';
import { findSchedule } from './repo.ts';
import { findOutcome } from './run-repo.ts';
import type { ListedSchedule, RunOutcome, ScheduleForm } from './types.ts';

/** Mails of a run that has ended may take hours; the answer waits this long for them. */
const MAIL_WAIT_MS = 10_000;
const MAIL_POLL_MS = 250;

export interface RunNowDeps {
  db: Db;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch' | 'finished'>;
  now: () => Date;
  /** How long a caller waits for the end of the run. */
  waitMs: number;
}

interface StartedRun {
  id: string;
  jobId: number;
}

interface RunRequest {
  id: number;
  /** The address that alone gets the mail; null where the recipients of the schedule do. */
  testAddress: string | null;
}

type Result = ReportMgmtSchemas['ScheduleActionResult'];
export type RunNow = (form: ScheduleForm, actor: Actor, call: Call) => Promise<Result>;

/**
 * Runs a schedule once more, beside its plan: the next run stays as it is. With `test` the mail goes to the caller alone, and the run is
 * in the history but not among the last runs of the schedule.
 */
export function createRunNow({ db, jobs, now, waitMs }: RunNowDeps): RunNow {
  async function start({ id, testAddress }: RunRequest, actor: Actor, call: Call): Promise<StartedRun> {
    const execution = await db.transaction().execute(async (trx) => {
      const schedule = await findSchedule(trx, id);
      if (!schedule) throw noSuchSchedule(id);
      const enqueued = await enqueueInFreeSlot(trx, (slot) => toExecution(schedule, slot, testAddress));
      await recordAudit(trx, {
        event: testAddress === null ? 'schedule.started' : 'schedule.tested',
        cause: auditContext(actor, call),
        objectId: id,
        subject: schedule.reportKey,
        details: { execution_id: enqueued.id },
      });
      return enqueued;
    });
    await jobs.dispatch();
    return execution;
  }

  /** Never a whole second, which a rule could name: its run would find its slot taken. */
  async function enqueueInFreeSlot(trx: Db, at: (slot: Date) => NewExecution): Promise<StartedRun> {
    for (let time = now().getTime(); ; time += 1) {
      if (time % 1000 === 0) continue;
      const enqueued = await enqueueExecution({ jobs }, trx, at(new Date(time)));
      if (enqueued) return enqueued;
    }
  }

  async function waitForMails(id: string, deadline: AbortSignal): Promise<RunOutcome | null> {
    const end = performance.now() + MAIL_WAIT_MS;
    for (;;) {
      const outcome = await findOutcome(db, id);
      const isWaiting = outcome?.status === 'succeeded' && outcome.emailStatus === 'queued';
      if (!isWaiting || deadline.aborted || performance.now() > end) return outcome;
      await delay(MAIL_POLL_MS);
    }
  }

  return async function runNow(form, actor, call) {
    const testAddress = isTrue(form.test, false) ? ownAddress(actor) : null;
    const execution = await start({ id: readId(form.id), testAddress }, actor, call);
    const deadline = AbortSignal.timeout(waitMs);
    const signal = AbortSignal.any([deadline, call.signal]);
    try {
      await jobs.finished(execution.jobId, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      return stillRunning(execution.id, waitMs);
    }
    const outcome = await waitForMails(execution.id, signal);
    return toResult(execution.id, outcome, { basePath: call.basePath, testAddress });
  };
}

function toExecution(schedule: ListedSchedule, slot: Date, testAddress: string | null): NewExecution {
  if (testAddress === null) return newExecution(schedule, { trigger: 'run_now', slot });
  const execution = newExecution(schedule, { trigger: 'test', slot });
  if (!execution.delivery) throw nothingToTest();
  return { ...execution, delivery: { ...execution.delivery, recipients: [testAddress] } };
}

function ownAddress({ email }: Actor): string {
  if (!email) throw noOwnAddress();
  return readAddress(email);
}

function stillRunning(executionId: string, waitMs: number): Result {
  return {
    success: false,
    message: `The report is still running after ${Math.round(waitMs / 1000)} seconds and goes on. Look at the history for its result.`,
    execution_id: executionId,
  };
}

function toResult(
  executionId: string,
  outcome: RunOutcome | null,
  { basePath, testAddress }: { basePath: string; testAddress: string | null },
): Result {
  if (outcome?.status !== 'succeeded') {
    const why = outcome?.error ?? 'Look at the history for the reason.';
    return { success: false, message: `The report did not run. ${why}`, execution_id: executionId };
  }
  return {
    success: true,
    message:
      testAddress === null
        ? MAIL_SENTENCES[outcome.emailStatus]
        : describeTest(outcome.emailStatus, testAddress),
    execution_id: executionId,
    output_file: outcome.outputName ?? '',
    output_url: `${basePath}/api/v1/executions/${executionId}/output`,
    email_status: outcome.emailStatus,
  };
}

function describeTest(status: RunOutcome['emailStatus'], address: string): string {
  switch (status) {
    case 'sent':
      return `Sent a test to ${address}.`;
    case 'queued':
      return `The report ran. The test to ${address} is being sent.`;
    case 'unknown':
      return `The report ran. Whether the test to ${address} arrived is not known; look at the history.`;
    default:
      return `The report ran. The test to ${address} could not be sent; look at the history.`;
  }
}

const MAIL_SENTENCES: Record<RunOutcome['emailStatus'], string> = {
  not_requested: 'The report ran. Nothing was mailed.',
  queued: 'The report ran. Its mails are being sent.',
  sent: 'The report ran and was mailed.',
  partial: 'The report ran. Some of its mails could not be sent; look at the history.',
  failed: 'The report ran. Its mails could not be sent; look at the history.',
  unknown: 'The report ran. Whether all its mails arrived is not known; look at the history.',
};
