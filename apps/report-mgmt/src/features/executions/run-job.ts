import type { Auth } from '@cairn/auth';
import type { Storage } from '@cairn/files';
import type { JobContext, Jobs } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';
import { readAddress } from '@cairn/service/mail';
import type { Db, ReportMgmtDatabase } from '../../db/schema.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { reportResource } from '../definitions/report-resource.ts';
import { enqueueDeliveries } from '../deliveries/enqueue.ts';
import type { Engine } from '../engine/types.ts';
import { reportGone, requesterGone, requesterMayNotView } from './errors.ts';
import { fetchDocument } from './fetch-document.ts';
import type { FetchedDocument } from './fetch-document.ts';
import { toOutputName } from './output-name.ts';
import {
  countSlot,
  endExecution,
  findExecution,
  requeueExecution,
  startExecution,
  succeedExecution,
} from './repo.ts';
import { RETRY_MS, judgeAttempt, toJobError } from './run-end.ts';
import type { Execution, ExecutionEnd } from './types.ts';

/** How long documents are kept. */
export const OUTPUT_MS = 30 * 86_400_000;
/** So many slots in a row without a document write to the owner. */
const FAILURES_UNTIL_NOTICE = 3;

export interface RunDeps {
  db: Db;
  auth: Pick<Auth, 'user' | 'allows'>;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch'>;
  storage: Pick<Storage, 'stage'>;
  engine: Pick<Engine, 'execute' | 'figures'>;
  definitions: Pick<DefinitionService, 'find'>;
  now(): Date;
  /** Pause before a report engine that is away is asked again. */
  engineRetryMs?: number | undefined;
}

type Context = JobContext<ReportMgmtDatabase>;

/**
 * Executes a report: rights of now, document, and in one transaction its record and its mails. The job may run again at any point; the
 * transaction happens once.
 */
export function executionJob(deps: RunDeps) {
  const { db, jobs, now, engineRetryMs: retryMs = RETRY_MS } = deps;

  return async function run({ execution_id: id }: { execution_id: string }, context: Context) {
    const execution = await findExecution(db, id);
    if (!execution || !(await startExecution(db, id))) return { execution_id: id };
    context.progress(5, 'Running the report');
    let document: FetchedDocument | null = null;
    try {
      await checkRights(execution);
      const fetched = (document = await fetchDocument(deps, execution, context.signal));
      context.progress(90, 'Storing the document');
      const isDone = await context.commit((trx) => succeed(trx, execution, fetched), 'succeeded');
      await (isDone ? fetched.object.confirm() : fetched.object.remove());
    } catch (error) {
      await document?.object.deferToSweeper();
      throw await endAttempt(error, execution, context);
    }
    await jobs.dispatch();
    return { execution_id: id };
  };

  async function checkRights({ requestedBy, requestedByName, reportKey }: Execution): Promise<void> {
    const actor = requestedBy === null ? null : await deps.auth.user(requestedBy);
    if (!actor) throw requesterGone();
    const mayView = { ...reportResource(reportKey), permission: 'view' as const };
    if (!(await deps.auth.allows(actor, mayView))) throw requesterMayNotView(requestedByName);
    if (!(await deps.definitions.find(reportKey))) throw reportGone(reportKey);
  }

  /** False where the execution was cancelled in the meantime. */
  async function succeed(trx: Db, execution: Execution, document: FetchedDocument): Promise<boolean> {
    const { id, delivery } = execution;
    const output = {
      object: document.object.key,
      name: toOutputName(execution.outputName ?? execution.reportKey, execution.format),
      mime: document.mime,
      bytes: document.bytes,
      expiresAt: new Date(now().getTime() + OUTPUT_MS),
    };
    const { figures, engineExecutionId } = document;
    if (!(await succeedExecution(trx, id, { figures, output, engineExecutionId }))) return false;
    if (delivery && delivery.recipients.length > 0) {
      const { recipients: addresses } = delivery;
      await enqueueDeliveries(deps, trx, { executionId: id, addresses, purpose: 'document' });
    }
    if (isSlot(execution)) await countSlot(trx, { scheduleId: execution.scheduleId, succeeded: true });
    return true;
  }

  /** Records how an attempt failed and returns what the job throws. */
  async function endAttempt(error: unknown, execution: Execution, context: Context): Promise<unknown> {
    const result = judgeAttempt(error, { execution, context, now: now(), retryMs });
    if (result.next === 'nothing') return error;
    if (result.next === 'again') {
      await requeueExecution(db, execution.id, result.reason);
      return toJobError(result, error);
    }
    const { end } = result;
    if (end.status === 'cancelled') {
      await endExecution(db, execution.id, end);
      return error;
    }
    const address = isSlot(execution) ? await findOwnerAddress(execution) : null;
    await context.commit((trx) => fail(trx, execution, { ...end, ownerAddress: address }), 'failed');
    await jobs.dispatch();
    // Of a kind that the job does not repeat.
    return unprocessable(end.code, end.message);
  }

  async function fail(
    trx: Db,
    execution: Execution,
    { ownerAddress, ...end }: ExecutionEnd & { ownerAddress: string | null },
  ): Promise<void> {
    const { id } = execution;
    if (!(await endExecution(trx, id, end)) || !isSlot(execution)) return;
    const failures = await countSlot(trx, { scheduleId: execution.scheduleId, succeeded: false });
    if (failures !== FAILURES_UNTIL_NOTICE || ownerAddress === null) return;
    const notice = { executionId: id, addresses: [ownerAddress], purpose: 'failure_notice' as const };
    await enqueueDeliveries(deps, trx, notice);
  }

  /** Null for a person without a usable address, and while it cannot be asked for: the failure is recorded all the same. */
  async function findOwnerAddress({ requestedBy }: Execution): Promise<string | null> {
    if (requestedBy === null) return null;
    const owner = await deps.auth.user(requestedBy).catch(() => null);
    try {
      return owner?.email ? readAddress(owner.email) : null;
    } catch {
      return null;
    }
  }
}

/** Whether the execution is that of a slot, not one that somebody started. */
function isSlot(execution: Execution): execution is Execution & { scheduleId: number } {
  return execution.trigger === 'schedule' && execution.scheduleId !== null;
}
