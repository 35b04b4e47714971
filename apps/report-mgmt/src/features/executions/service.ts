import type { Auth } from '@cairn/auth';
import type { Jobs } from '@cairn/jobs';
import type { Storage } from '@cairn/files';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { REPORT, reportResource } from '../definitions/report-resource.ts';
import { listDeliveries } from '../deliveries/list-repo.ts';
import type { DeliveryRecord } from '../deliveries/types.ts';
import { enqueueExecution } from './enqueue.ts';
import {
  mailForAdministrators,
  noSuchExecution,
  notYourDocument,
  notCancellable,
  nothingToMail,
  outputGone,
} from './errors.ts';
import { findReportKeys, listHistory } from './history-repo.ts';
import type { HistoryFilter, HistoryPlace } from './history-repo.ts';
import { findRecord } from './record-repo.ts';
import { endExecution } from './repo.ts';
import { CANCELLED } from './run-end.ts';
import type { ExecutionRecord, NewExecution, StoredOutput } from './types.ts';

/** How long a run that somebody started waits for a report engine that is away. */
const WAIT_MS = 5 * 60_000;

export type ExecutionService = ReturnType<typeof createExecutionService>;

export interface HistoryRequest extends Omit<HistoryFilter, 'reportKeys'> {
  report?: string | undefined;
  /** Part of the title or the key of reports. */
  q?: string | undefined;
}

export interface ExecutionDetails {
  run: ExecutionRecord;
  mayCancel: boolean;
  mayMail: boolean;
  /** Null for those who may not see addresses. */
  deliveries: DeliveryRecord[] | null;
}

interface Deps {
  db: Db;
  auth: Pick<Auth, 'allows' | 'visibleKeys'>;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch' | 'cancel'>;
  storage: Pick<Storage, 'size'>;
  now(): Date;
}

/** The history of runs. People who may view a report now see its runs, but not the addresses and documents of others. */
export function createExecutionService({ db, auth, jobs, storage, now }: Deps) {
  /** A run that is hidden is answered as one that is not there. */
  async function open(actor: Actor, id: string): Promise<ExecutionRecord> {
    const run = await findRecord(db, id);
    const mayView =
      run && (await auth.allows(actor, { ...reportResource(run.reportKey), permission: 'view' }));
    if (!run || !mayView) throw noSuchExecution();
    return run;
  }

  async function reportKeysOf(actor: Actor, { report, q }: HistoryRequest): Promise<string[] | null> {
    const visible = await auth.visibleKeys(actor, REPORT, 'view');
    const named = [
      ...(report ? [[report.toLowerCase()]] : []),
      ...(q?.trim() ? [await findReportKeys(db, q.trim())] : []),
    ];
    const limits = [...(visible === 'all' ? [] : [visible]), ...named];
    const [first, ...others] = limits;
    if (!first) return null;
    return [...new Set(first)].filter((key) => others.every((keys) => keys.includes(key)));
  }

  return {
    async list(
      actor: Actor,
      request: HistoryRequest,
    ): Promise<{ executions: ExecutionRecord[]; next: HistoryPlace | null }> {
      return listHistory(db, { ...request, reportKeys: await reportKeysOf(actor, request) });
    },

    async details(actor: Actor, id: string): Promise<ExecutionDetails> {
      const run = await open(actor, id);
      const isOwn = isOwnerOf(actor, run);
      return {
        run,
        mayCancel: isOwn && ['queued', 'running'].includes(run.status),
        mayMail: actor.isAdmin && (run.delivery?.recipients.length ?? 0) > 0,
        deliveries: isOwn ? await listDeliveries(db, id) : null,
      };
    },

    /**
     * The document of a run. Its rows are those that the person of the run may read, so it is for nobody else but administrators.
     * @throws {AppError} forbidden for others, not_found where it is no longer stored, conflict where there never was one
     */
    async output(
      actor: Actor,
      id: string,
    ): Promise<Pick<StoredOutput, 'object' | 'name' | 'bytes'> & { at: Date }> {
      const run = await open(actor, id);
      if (!isOwnerOf(actor, run)) throw notYourDocument();
      const { status, outputObject: object, fileName, outputBytes, endedAt } = run;
      if (object === null || (await storage.size(object)) === null) throw outputGone(status);
      return { object, name: fileName ?? 'report', bytes: outputBytes ?? 0, at: endedAt ?? now() };
    },

    /** @throws {AppError} forbidden for others than administrators and the person in whose name it runs */
    async cancel(actor: Actor, id: string): Promise<ExecutionRecord> {
      const run = await open(actor, id);
      if (!isOwnerOf(actor, run)) throw notCancellable();
      // First the job: from here on it can commit nothing, unless it already has.
      if (run.jobId !== null) await jobs.cancel(run.jobId);
      await endExecution(db, id, CANCELLED);
      return (await findRecord(db, id)) ?? run;
    },

    /**
     * Runs a report as it was run before: for the caller and without mail, or for the same person and with the same mails.
     * @throws {AppError} forbidden for mail by others than administrators, conflict where nothing was to be mailed
     */
    async runAgain(actor: Actor, id: string, { mail }: { mail: boolean }): Promise<ExecutionRecord> {
      const run = await open(actor, id);
      if (mail && !actor.isAdmin) throw mailForAdministrators();
      if (mail && !run.delivery?.recipients.length) throw nothingToMail();
      const enqueued = await db
        .transaction()
        .execute((trx) => enqueueExecution({ jobs }, trx, repeat(run, { actor, mail, now: now() })));
      await jobs.dispatch();
      return (await findRecord(db, enqueued!.id))!;
    },
  };
}

/** Whether the caller is an administrator or the person of the run, who see its document and mails, and may end it. */
export function isOwnerOf(actor: Actor, { requestedBy }: ExecutionRecord): boolean {
  return actor.isAdmin || (actor.id !== null && actor.id === requestedBy);
}

function repeat(
  run: ExecutionRecord,
  { actor, mail, now }: { actor: Actor; mail: boolean; now: Date },
): NewExecution {
  return {
    trigger: mail ? (run.trigger === 'test' ? 'test' : 'run_now') : 'viewer',
    scheduleId: mail ? run.scheduleId : null,
    // Outside the plan of the schedule, so that it cannot take a slot.
    slot: null,
    reportKey: run.reportKey,
    reportTitle: run.reportTitle,
    datasource: run.datasource,
    format: run.format,
    parameters: run.parameters,
    requestedBy: (mail ? run.requestedBy : null) ?? actor.id!,
    requestedByName: (mail ? run.requestedByName : null) ?? actor.username ?? '',
    timeZone: run.timeZone,
    fileName: run.fileName ?? run.reportKey,
    retryUntil: new Date(now.getTime() + WAIT_MS),
    delivery: mail ? run.delivery : null,
  };
}
