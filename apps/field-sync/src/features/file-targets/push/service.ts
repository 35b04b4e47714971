import { inTransaction } from '@cairn/db';
import type { Jobs } from '@cairn/jobs';
import { escapeHtml } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../../db/schema.ts';
import { requireId } from '../../actions/read-fields.ts';
import { recordAudit } from '../../audit/repo.ts';
import { noSuchTarget } from '../errors.ts';
import { findTarget } from '../repo.ts';
import type { SealedFileTarget } from '../types.ts';
import { nothingToStart } from './errors.ts';
import { PUSH_JOB } from './push-job.ts';
import {
  areTreesNeeded,
  cancelPushes,
  endLostPushes,
  insertPushes,
  listPushes,
  setPushJobs,
} from './push-repo.ts';
import type { SnapshotTrees } from './snapshot-tree.ts';
import type { LoggedPush, PushApplication } from './types.ts';

/** Attempts of a push while the target is unreachable, with pauses that double up to five minutes: three hours. */
const MAX_ATTEMPTS = 40;
/** Pushes that the log of a target shows. */
const LOGGED_PUSHES = 10;

interface PushServiceDeps {
  db: Db;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch' | 'cancel'>;
  trees: SnapshotTrees;
}

export type PushService = ReturnType<typeof createPushService>;

/** Copies of the files of projects to their targets: after each applied run, and by hand. */
export function createPushService({ db, jobs, trees }: PushServiceDeps) {
  async function requireTarget(id: string | undefined): Promise<SealedFileTarget> {
    const number = requireId('id', id);
    const target = await findTarget(db, number);
    if (!target) throw noSuchTarget(number);
    return target;
  }

  /** Inserts pushes with their jobs; `name` makes the key of each job unique. Returns how many are open now. */
  async function enqueue(
    trx: Db,
    request: Parameters<typeof insertPushes>[1],
    name: (push: { id: number; seq: number }) => string,
  ): Promise<number> {
    const pushes = await insertPushes(trx, request);
    const fresh = pushes.filter(({ isNew }) => isNew);
    const enqueued = await jobs.enqueueMany(
      trx,
      fresh.map((push) => ({
        kind: PUSH_JOB,
        payload: { push_id: push.id, project_id: push.projectId, target_id: push.targetId },
        idempotencyKey: `${push.projectId}:${push.targetId}:${push.seq}:${name(push)}`,
        maxAttempts: MAX_ATTEMPTS,
        requestedBy: request.requestedBy ?? `target:${push.targetId}`,
      })),
    );
    await setPushJobs(
      trx,
      fresh.map(({ id }, index) => ({ pushId: id, jobId: enqueued[index]!.id })),
    );
    return pushes.length;
  }

  return {
    /** Asks for the pushes of an application, in the transaction that closes its run; dispatch the jobs after the commit. */
    async onApplied(trx: Db, { projectId, runId }: PushApplication): Promise<void> {
      await enqueue(trx, { projectId, requestedBy: null }, () => `run ${runId}`);
    },

    /**
     * Copies what is applied of all projects of a target, without waiting for it. Returns the name of the target and how many projects.
     * @throws {AppError} not_found, conflict when there is nothing to copy
     */
    async start(form: { id?: string }, cause: AuditContext): Promise<{ name: string; projects: number }> {
      const target = await requireTarget(form.id);
      await endLostPushes(db);
      const projects = await inTransaction(db, {}, async (trx) => {
        const requestedBy = cause.actorId === null ? null : String(cause.actorId);
        const count = await enqueue(trx, { targetId: target.id, requestedBy }, ({ id }) => `push ${id}`);
        if (count === 0) throw nothingToStart(target.name);
        await recordAudit(trx, {
          event: 'file_target.started',
          cause,
          objectId: target.id,
          subject: target.name,
        });
        return count;
      });
      await jobs.dispatch();
      return { name: target.name, projects };
    },

    /** Ends the open pushes to a target; what was copied stays. Returns its name and how many they were. @throws {AppError} not_found */
    async stop(form: { id?: string }, cause: AuditContext): Promise<{ name: string; pushes: number }> {
      const { id, name } = await requireTarget(form.id);
      const cancelled = await inTransaction(db, {}, async (trx) => {
        const pushes = await cancelPushes(trx, id);
        if (pushes.length > 0)
          await recordAudit(trx, { event: 'file_target.stopped', cause, objectId: id, subject: name });
        return pushes;
      });
      for (const { jobId } of cancelled) if (jobId !== null) await jobs.cancel(jobId);
      return { name, pushes: cancelled.length };
    },

    /** The last pushes to a target with their last lines, newest first, as HTML. @throws {AppError} not_found */
    async log(form: { id?: string }): Promise<string> {
      const { id } = await requireTarget(form.id);
      return escapeHtml((await listPushes(db, id, LOGGED_PUSHES)).map(describe).join('\n\n'));
    },

    /** Periodic upkeep: ends pushes that lost their jobs, and removes trees that no push will take. Returns how many of both. */
    async sweep(): Promise<number> {
      return (await endLostPushes(db)) + (await trees.sweep((keys) => areTreesNeeded(db, keys)));
    },
  };
}

const STATUS = {
  queued: 'waiting',
  running: 'under way',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'stopped',
} as const;

function describe(push: LoggedPush): string {
  const at = (push.finishedAt ?? push.startedAt ?? push.createdAt).toISOString();
  const version = push.version === null ? '' : `, version ${push.version}`;
  const numbers = `${push.files} files (${push.bytes} bytes) copied, ${push.deleted} deleted`;
  const head = `${at} ${push.project}${version}: ${STATUS[push.status]}; ${numbers}`;
  return [head, push.error ?? '', push.log].filter((line) => line !== '').join('\n');
}
