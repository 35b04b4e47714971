import { setTimeout as delay } from 'node:timers/promises';
import type { ReportMgmtSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import { auditContext } from '@cairn/service';
import type { Actor, Call } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { enqueueExecution } from '../executions/enqueue.ts';
import { noSuchSchedule } from './errors.ts';
import { newExecution } from './executions.ts';
import { readId } from './read-schedule.ts';
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

type Result = ReportMgmtSchemas['ScheduleActionResult'];
export type RunNow = (form: ScheduleForm, actor: Actor, call: Call) => Promise<Result>;

/** Runs a schedule once more, beside its plan: the next run stays as it is. */
export function createRunNow({ db, jobs, now, waitMs }: RunNowDeps): RunNow {
  async function start(id: number, actor: Actor, call: Call): Promise<StartedRun> {
    const execution = await db.transaction().execute(async (trx) => {
      const schedule = await findSchedule(trx, id);
      if (!schedule) throw noSuchSchedule(id);
      const enqueued = await enqueueInFreeSlot(trx, schedule);
      await recordAudit(trx, {
        event: 'schedule.started',
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
  async function enqueueInFreeSlot(trx: Db, schedule: ListedSchedule): Promise<StartedRun> {
    for (let time = now().getTime(); ; time += 1) {
      if (time % 1000 === 0) continue;
      const execution = newExecution(schedule, { trigger: 'run_now', slot: new Date(time) });
      const enqueued = await enqueueExecution({ jobs }, trx, execution);
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
    const execution = await start(readId(form.id), actor, call);
    const deadline = AbortSignal.timeout(waitMs);
    const signal = AbortSignal.any([deadline, call.signal]);
    try {
      await jobs.finished(execution.jobId, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      return stillRunning(execution.id, waitMs);
    }
    return toResult(execution.id, await waitForMails(execution.id, signal), call.basePath);
  };
}

function stillRunning(executionId: string, waitMs: number): Result {
  return {
    success: false,
    message: `The report is still running after ${Math.round(waitMs / 1000)} seconds and goes on. Look at the history for its result.`,
    execution_id: executionId,
  };
}

function toResult(executionId: string, outcome: RunOutcome | null, basePath: string): Result {
  if (outcome?.status !== 'succeeded') {
    const why = outcome?.error ?? 'Look at the history for the reason.';
    return { success: false, message: `The report did not run. ${why}`, execution_id: executionId };
  }
  return {
    success: true,
    message: MAIL_SENTENCES[outcome.emailStatus],
    execution_id: executionId,
    output_file: outcome.outputName ?? '',
    output_url: `${basePath}/api/v1/executions/${executionId}/output`,
    email_status: outcome.emailStatus,
  };
}

const MAIL_SENTENCES: Record<RunOutcome['emailStatus'], string> = {
  not_requested: 'The report ran. Nothing was mailed.',
  queued: 'The report ran. Its mails are being sent.',
  sent: 'The report ran and was mailed.',
  partial: 'The report ran. Some of its mails could not be sent; look at the history.',
  failed: 'The report ran. Its mails could not be sent; look at the history.',
  unknown: 'The report ran. Whether all its mails arrived is not known; look at the history.',
};
