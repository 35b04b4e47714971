import type { Jobs } from '@cairn/jobs';
import { conflict, notFound } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetArchived } from '../versions/errors.ts';
import { lockDataset } from '../versions/write-repo.ts';
import type { LockedDataset } from '../versions/write-repo.ts';
import type { Commit, Author } from '../versions/types.ts';
import type { Version } from '../versions/types.ts';
import { editsOfSession, insertEdit, redoLast, undoLast } from './edit-repo.ts';
import {
  findEmptiedSession,
  findOpenSession,
  findOpenSessionById,
  markDiscarded,
  setAutoCommitJob,
  setCommitJob,
  openSession,
} from './repo.ts';
import type { NewEdit, Session } from './types.ts';

export interface SessionDeps {
  db: Db;
  jobs: Jobs;
  /** A draft becomes a version by itself after this time without an edit; null: never. */
  autoCommitMs: number | null;
}

/** What is done under the lock of the dataset: one edit, seal or new version at a time. */
export interface EditLock {
  trx: Db;
  /** Null as long as nothing was edited. */
  session: Session | null;
  /** Writes an edit, opening a session where there is none. */
  add(edit: NewEdit, maker: Author): Promise<{ id: number; session: Session }>;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions of edits. A session collects what was changed since the latest version, until it is sealed into the next. */
export function createSessions({ db, jobs, autoCommitMs }: SessionDeps) {
  async function add(
    trx: Db,
    known: Session | null,
    { dataset, edit, maker }: { dataset: LockedDataset; edit: NewEdit; maker: Author },
  ): Promise<{ id: number; session: Session }> {
    const base = dataset.latest?.id as number;
    const { id: sessionId } = known ?? (await openSession(trx, dataset.id, base));
    const id = await insertEdit(trx, sessionId, { edit, maker });
    return { id, session: await ensureAutoCommit(trx, sessionId, base) };
  }

  /** The open session; where drafts are saved by themselves, a job looks at it when its pause is over. */
  async function ensureAutoCommit(trx: Db, id: number, versionId: number): Promise<Session> {
    const session = (await findOpenSessionById(trx, id)) as Session;
    if (session.isAutoCommitScheduled || autoCommitMs === null) return session;
    await scheduleAutoCommit(trx, { sessionId: id, versionId }, autoCommitMs);
    return (await findOpenSessionById(trx, id)) as Session;
  }

  /** Looks after the session once nobody has edited for a while. */
  async function scheduleAutoCommit(
    trx: Db,
    { sessionId, versionId }: { sessionId: number; versionId: number },
    inMs: number,
  ): Promise<void> {
    const job = await jobs.enqueue(trx, {
      kind: 'edits.pause',
      payload: { session_id: sessionId, version_id: versionId },
      runAfter: new Date(Date.now() + inMs),
    });
    await setAutoCommitJob(trx, sessionId, job.id);
  }

  const inTransaction: Commit = (work) => db.transaction().execute(work);

  async function lock(trx: Db, name: string): Promise<{ dataset: LockedDataset; session: Session | null }> {
    const dataset = await lockDataset(trx, name);
    if (!dataset) throw notFound('vault.no_such_dataset', `There is no dataset "${name}".`);
    if (dataset.archived) throw datasetArchived(name);
    return { dataset, session: await findOpenSession(trx, dataset.id) };
  }

  return {
    autoCommitMs,
    scheduleAutoCommit,

    /** Runs `work` while nobody else edits the dataset. AppError `conflict` when its edits are on their way into a version. */
    edit<T>(version: Version, work: (lock: EditLock) => Promise<T>): Promise<T> {
      return inTransaction(async (trx) => {
        const { dataset, session } = await lock(trx, version.dataset);
        if (dataset.latest?.id !== version.id) throw overtaken(version);
        if (session) refuseDuringCommit(session);
        return work({ trx, session, add: (edit, maker) => add(trx, session, { dataset, edit, maker }) });
      });
    },

    /**
     * Asks a worker to make a version of the edits; from now on until that job ends nothing can be edited. Asked again, it
     * is the same job. Without a maker it is whoever edited last. AppError `conflict` when there are no edits.
     */
    async beginCommit(
      name: string,
      wish: { maker?: Author; label?: string },
      commit: Commit = inTransaction,
    ): Promise<number> {
      const jobId = await commit(async (trx) => {
        const { dataset, session } = await lock(trx, name);
        if (!session || session.edits === 0) throw noEdits(name, 'seal');
        if (session.commitJobId !== null) return session.commitJobId;
        const last = (await editsOfSession(trx, session.id)).at(-1);
        const maker = wish.maker ?? { id: last?.byId ?? null, username: last?.by ?? null };
        const job = await jobs.enqueue(trx, {
          kind: 'edits.seal',
          payload: {
            session_id: session.id,
            version_id: dataset.latest?.id,
            maker,
            title: `Save the edits of ${dataset.title}`,
            ...(wish.label ? { label: wish.label } : {}),
          },
          requestedBy: wish.maker?.id,
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
    redo(name: string, editId: number | undefined): Promise<Session> {
      return inTransaction(async (trx) => {
        const { dataset, session } = await lock(trx, name);
        if (session) refuseDuringCommit(session);
        const id = session?.id ?? (await findEmptiedSession(trx, dataset));
        const redone = id === null ? null : await redoLast(trx, id);
        if (id === null || redone === null) throw noEdits(name, 'redo');
        requireSameEdit(redone, editId);
        return ensureAutoCommit(trx, id, dataset.latest?.id as number);
      });
    },

    /**
     * Undoes the last edit, or all of them; the rows of the edits stay and say so. @throws {AppError} conflict when there is
     * no edit, or when the last one is not the one that the caller names.
     */
    discard(
      name: string,
      { last, editId, by }: { last: boolean; editId?: number | undefined; by: string | null },
    ): Promise<Session | null> {
      return inTransaction(async (trx) => {
        const { session } = await lock(trx, name);
        if (!session) throw noEdits(name, 'discard');
        refuseDuringCommit(session);
        if (last) requireSameEdit(await undoLast(trx, session.id, by), editId);
        const left = last ? await findOpenSessionById(trx, session.id) : null;
        if (left && left.edits > 0) return left;
        await markDiscarded(trx, session.id, by);
        return null;
      });
    },
  };
}

function noEdits(name: string, what: string) {
  return conflict('vault.no_edits', `The dataset "${name}" has no edits to ${what}.`);
}

/** An edit that the caller has not seen must stay: the error rolls the transaction back. */
function requireSameEdit(changed: number | null, named: number | undefined): void {
  if (named === undefined || changed === named) return;
  throw conflict(
    'vault.other_edit',
    'The draft was changed by someone else. Check the changes and try again.',
  );
}

function refuseDuringCommit({ commitJobId }: Session): void {
  if (commitJobId === null) return;
  throw conflict(
    'vault.edits_being_sealed',
    'The edits are being sealed into a version; try again in a moment.',
  );
}

function overtaken({ dataset }: Version) {
  return conflict(
    'vault.version_overtaken',
    `A newer version of "${dataset}" came meanwhile; load its rows and edit those.`,
  );
}
