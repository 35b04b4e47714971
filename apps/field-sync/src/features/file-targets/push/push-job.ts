import { JobPostponedError } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import type { InScratch } from '@cairn/files';
import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db, FieldSyncDatabase } from '../../../db/schema.ts';
import { findTarget } from '../repo.ts';
import { checkOperands } from './check-operands.ts';
import { copyTree } from './copy-tree.ts';
import { openDestination } from './destination.ts';
import type { DestinationDeps } from './destination.ts';
import { emptyTree, noSuchTargetOfPush } from './errors.ts';
import {
  claimPush,
  countTreeFiles,
  endPush,
  findLastCopy,
  findPushedProject,
  listTreeFiles,
  saveProgress,
} from './push-repo.ts';
import { createPushLog, createReport } from './rsync-output.ts';
import type { SnapshotTrees } from './snapshot-tree.ts';
import type { CopyCounts, PushAttempt, PushEnd, WriteProjectLog } from './types.ts';

export const PUSH_JOB = 'field_sync.push';

/** While another push to the same target is under way. */
const BUSY_MS = 2_000;
const PROGRESS_MS = 2_000;

export interface PushJobDeps extends DestinationDeps {
  db: Db;
  logger: Logger;
  trees: SnapshotTrees;
  /** On the disk of the objects. */
  inScratch: InScratch;
  writeLog: WriteProjectLog;
}

/** Copies the files of a project's applied version to a target. The job may run again at any point: rsync copies what differs. */
export function pushJob(deps: PushJobDeps) {
  return async function push(
    { push_id: id }: { push_id: number },
    job: JobContext<FieldSyncDatabase>,
  ): Promise<{ push_id: number; files?: number }> {
    const { fence } = job.job;
    const claimed = await job.commit(async (trx) => {
      const push = await claimPush(trx, id, fence);
      if (push === 'busy') throw new JobPostponedError(BUSY_MS);
      return push;
    }, `claim:${fence}`);
    const project = claimed && (await findPushedProject(deps.db, claimed.projectId));
    const target = claimed && (await findTarget(deps.db, claimed.targetId));
    if (!claimed) return { push_id: id };
    if (!project || !target) throw noSuchTargetOfPush();
    const counts = await attemptPush(deps, { push: claimed, project, target, job });
    return { push_id: id, files: counts.files };
  };
}

async function attemptPush(deps: PushJobDeps, attempt: PushAttempt): Promise<CopyCounts> {
  const { push, target, job } = attempt;
  const log = createPushLog();
  let lastSave = Date.now();
  const report = createReport((line) => {
    log.add(line);
    if (Date.now() - lastSave < PROGRESS_MS) return;
    lastSave = Date.now();
    void saveProgress(deps.db, push, { counts: report.counts, log: log.text() }).catch(() => undefined);
  });
  const state: Pick<PushEnd, 'exitCode' | 'totalFiles'> = { exitCode: null, totalFiles: null };
  const end = (status: PushEnd['status'], error: PushEnd['error']) =>
    job.commit(
      (trx) =>
        recordEnd(deps, trx, attempt, { status, error, ...state, counts: report.counts, log: log.text() }),
      `end:${push.fence}`,
    );
  try {
    checkOperands(target);
    await pushTree(deps, attempt, { log, report, state });
    await end('succeeded', null);
    return report.counts;
  } catch (error) {
    // After an abort, errors follow from the abort. What ends the attempt and not the push is passed on.
    if (job.signal.aborted) throw job.signal.reason;
    if (!(error instanceof AppError)) throw error;
    const isAgain = error.kind === 'unavailable' && job.attempt < job.job.maxAttempts;
    deps.logger.warn({ err: error, push: push.id, project: push.projectId }, 'push failed');
    await end(isAgain ? 'queued' : 'failed', error);
    throw error;
  }
}

async function pushTree(
  deps: PushJobDeps,
  { push, project, target, job }: PushAttempt,
  {
    log,
    report,
    state,
  }: {
    log: ReturnType<typeof createPushLog>;
    report: ReturnType<typeof createReport>;
    state: Pick<PushEnd, 'exitCode' | 'totalFiles'>;
  },
): Promise<void> {
  const { db, trees } = deps;
  const { signal } = job;
  const snapshotId = project.appliedSnapshotId;
  if (snapshotId === null) throw emptyTree();
  const path = project.files === 'package' ? project.geopackage : null;
  const [totalFiles, former] = await Promise.all([
    countTreeFiles(db, snapshotId, path),
    findLastCopy(db, push),
  ]);
  if (totalFiles === 0) throw emptyTree();
  state.totalFiles = totalFiles;
  const key = { projectId: project.id, snapshotId, files: project.files };
  await deps.inScratch(async (folder) => {
    const [taken, opened] = await Promise.allSettled([
      trees.take(key, () => listTreeFiles(db, snapshotId, path), folder),
      openDestination(deps, target, { folder, signal }),
    ]);
    try {
      const tree = valueOf(taken);
      await copyTree({
        ...{ attempt: { push, project, target }, destination: valueOf(opened), tree, totalFiles, folder },
        ...{ former, log, report, signal },
        onExit: (exitCode) => (state.exitCode = exitCode),
      });
    } finally {
      if (opened.status === 'fulfilled') await opened.value.close();
      if (taken.status === 'fulfilled') await trees.putBack(key, taken.value);
    }
  });
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

async function recordEnd(deps: PushJobDeps, trx: Db, attempt: PushAttempt, end: PushEnd): Promise<void> {
  const { push, target } = attempt;
  await endPush(trx, push, end);
  const { files, deleted } = end.counts;
  if (end.status === 'queued') return;
  const line = end.error
    ? { level: 'error' as const, message: `Copy to ${target.name} failed: ${end.error.message}` }
    : {
        level: 'info' as const,
        message: `Copied ${files} ${files === 1 ? 'file' : 'files'} to ${target.name}, deleted ${deleted}.`,
      };
  await deps.writeLog(trx, [{ projectId: push.projectId, ...line }]);
}
