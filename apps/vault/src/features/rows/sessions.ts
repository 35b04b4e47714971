import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import { lockDataset } from '../versions/dataset-repo.ts';
import { datasetArchived, noSuchDataset } from '../versions/errors.ts';
import type { Author, Commit, DatasetPath, LockedDataset, Version } from '../versions/types.ts';
import { insertEdit, listSessionEdits, redoLast, undoLast } from './edit-repo.ts';
import { commitRunning, newerVersion, noEdits, otherEdit } from './errors.ts';
import {
  findEmptiedSession,
  findOpenSession,
  findOpenSessionById,
  markDiscarded,
  openSession,
  setAutoCommitJob,
  setCommitJob,
} from './repo.ts';
import type { NewEdit, Session } from './types.ts';

export interface SessionDeps {
  db: Db;
  jobs: Jobs;
  /** A draft becomes a version by itself after this time without an edit; null: never. */
  autoCommitMs: number | null;
}

/** A transaction that holds the lock of the dataset: edits, publications and new versions exclude each other. */
export interface EditLock {
  trx: Db;
  /** Null before the first edit. */
  session: Session | null;
  /** Saves an edit, and opens a session if necessary. */
  add(edit: NewEdit, author: Author): Promise<{ id: number; session: Session }>;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Edit sessions: the drafts of datasets. A session collects edits of the latest version until they become the next one. */
export function createSessions({ db, jobs, autoCommitMs }: SessionDeps) {
  async function add(
    trx: Db,
    session: Session | null,
    { dataset, edit, author }: { dataset: LockedDataset; edit: NewEdit; author: Author },
  ): Promise<{ id: number; session: Session }> {
    const base = dataset.latest?.id as number;
    const { id: sessionId } = session ?? (await openSession(trx, dataset.id, base));
    const id = await insertEdit(trx, sessionId, { edit, author });
    return { id, session: await ensureAutoCommit(trx, sessionId, base) };
  }

  /** Returns the session, after scheduling its publication where drafts are published by themselves. */
  async function ensureAutoCommit(trx: Db, id: number, versionId: number): Promise<Session> {
    const session = (await findOpenSessionById(trx, id)) as Session;
    if (session.isAutoCommitScheduled || autoCommitMs === null) return session;
    await scheduleAutoCommit(trx, { sessionId: id, versionId }, autoCommitMs);
    return { ...session, isAutoCommitScheduled: true };
  }

  async function scheduleAutoCommit(
    trx: Db,
    { sessionId, versionId }: { sessionId: number; versionId: number },
    inMs: number,
  ): Promise<void> {
    const job = await jobs.enqueue(trx, {
      kind: 'edits.auto_commit',
      payload: { session_id: sessionId, version_id: versionId },
      runAfter: new Date(Date.now() + inMs),
    });
    await setAutoCommitJob(trx, sessionId, job.id);
  }

  const inTransaction: Commit = (work) => db.transaction().execute(work);

  async function lock(
    trx: Db,
    { datasetId, name }: DatasetPath,
  ): Promise<{ dataset: LockedDataset; session: Session | null }> {
    const dataset = await lockDataset(trx, datasetId);
    if (!dataset) throw noSuchDataset(name);
    if (dataset.archivedAt) throw datasetArchived(dataset.name);
    return { dataset, session: await findOpenSession(trx, dataset.id) };
  }

  return {
    autoCommitMs,
    scheduleAutoCommit,

    /**
     * Runs `work` while the dataset is locked against edits.
     * @throws {AppError} conflict while the draft is being published, and when the version is not the latest any more.
     */
    edit<T>(version: Version, work: (lock: EditLock) => Promise<T>): Promise<T> {
      return inTransaction(async (trx) => {
        const { dataset, session } = await lock(trx, { datasetId: version.datasetId, name: version.dataset });
        if (dataset.latest?.id !== version.id) throw newerVersion(version);
        if (session) refuseDuringCommit(session);
        return work({ trx, session, add: (edit, author) => add(trx, session, { dataset, edit, author }) });
      });
    },

    /**
     * Queues the job that publishes the draft, and returns its id; no edits are accepted until it ends. A second call returns
     * the same job. The author is by default the user of the last edit. @throws {AppError} conflict without edits.
     */
    async beginCommit(
      path: DatasetPath,
      options: { author?: Author; label?: string },
      commit: Commit = inTransaction,
    ): Promise<number> {
      const jobId = await commit(async (trx) => {
        const { dataset, session } = await lock(trx, path);
        if (!session || session.edits === 0) throw noEdits(dataset.name, 'publish');
        if (session.commitJobId !== null) return session.commitJobId;
        const last = (await listSessionEdits(trx, session.id)).at(-1);
        const author = options.author ?? { id: last?.byId ?? null, username: last?.by ?? null };
        const job = await jobs.enqueue(trx, {
          kind: 'edits.commit',
          payload: {
            session_id: session.id,
            version_id: dataset.latest?.id,
            maker: author,
            title: `Save the edits of ${dataset.title}`,
            ...(options.label ? { label: options.label } : {}),
          },
          requestedBy: options.author?.id,
        });
        await setCommitJob(trx, session.id, job.id);
        return job.id;
      });
      void jobs.dispatch();
      return jobId;
    },

    /**
     * Redoes the edit that was undone last. @throws {AppError} conflict when nothing was undone, when there is a later edit,
     * or when that edit is not the one that the caller names.
     */
    redo(path: DatasetPath, editId: number | undefined): Promise<Session> {
      return inTransaction(async (trx) => {
        const { dataset, session } = await lock(trx, path);
        if (session) refuseDuringCommit(session);
        const id = session?.id ?? (await findEmptiedSession(trx, dataset));
        const redone = id === null ? null : await redoLast(trx, id);
        if (id === null || redone === null) throw noEdits(dataset.name, 'redo');
        requireSameEdit(redone, editId);
        return ensureAutoCommit(trx, id, dataset.latest?.id as number);
      });
    },

    /**
     * Undoes the last edit, or all of them; their rows stay, marked as undone. @throws {AppError} conflict when there is no
     * edit, or when the last one is not the one that the caller names.
     */
    discard(
      path: DatasetPath,
      { last, editId, by }: { last: boolean; editId?: number | undefined; by: string | null },
    ): Promise<Session | null> {
      return inTransaction(async (trx) => {
        const { dataset, session } = await lock(trx, path);
        if (!session) throw noEdits(dataset.name, 'discard');
        refuseDuringCommit(session);
        if (last) requireSameEdit(await undoLast(trx, session.id, by), editId);
        const remaining = last ? await findOpenSessionById(trx, session.id) : null;
        if (remaining && remaining.edits > 0) return remaining;
        await markDiscarded(trx, session.id, by);
        return null;
      });
    },
  };
}

/** An edit that the caller has not seen must stay: the error rolls the transaction back. */
function requireSameEdit(changed: number | null, named: number | undefined): void {
  if (named !== undefined && changed !== named) throw otherEdit();
}

function refuseDuringCommit({ commitJobId }: Session): void {
  if (commitJobId !== null) throw commitRunning();
}
