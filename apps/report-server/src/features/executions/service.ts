import { Readable } from 'node:stream';
import type { Storage } from '@cairn/files';
import type { Jobs } from '@cairn/jobs';
import { createFairSemaphore, unauthorized } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { externalEngineMissing, noSuchExecution } from './errors.ts';
import type { ExternalEngine } from './external/engine.ts';
import { runExternal } from './external/run-external.ts';
import { FORMATS, isFormat } from './formats.ts';
import type { PreparedRun, PreviewRequest, RunPreparation } from './prepare-run.ts';
import {
  failExecution,
  findExecution,
  findPicture,
  finishExecution,
  forgetOutput,
  insertExecution,
  insertPicture,
  listExecutions,
  setJob,
} from './repo.ts';
import type { ExecutionFilter } from './repo.ts';
import { runReport } from './run-report.ts';
import type { RunDeps, RunOptions } from './run-report.ts';
import { endOf } from './run-end.ts';
import type { Execution, RunFigures, Runner, RunRequest } from './types.ts';

const PICTURE_MS = 15 * 60_000;

export interface ExecutionDeps extends RunDeps {
  db: Db;
  jobs: Pick<Jobs, 'enqueue' | 'dispatch' | 'cancel'>;
  storage: Storage;
  preparation: RunPreparation;
  /** The engine of the reports that are marked so, if there is one. */
  externalEngine: ExternalEngine | null;
}

export type ExecutionService = ReturnType<typeof createExecutionService>;

/** Two runs a person and a network of visitors, three of all visitors, four a process, a hundred waiting. */
const LIMITS = {
  ...{ limit: 4, perPerson: 2, forVisitors: 3, maxWaiting: 100, maxWaitingPerPerson: 20 },
  busy: {
    code: 'report-server.runs_busy',
    message: 'Too many reports are running. Try again in a moment.',
  },
};

export function createExecutionService(deps: ExecutionDeps) {
  const { db, jobs, storage, threads, externalEngine: engine } = deps;
  const { prepareRun, preparePreview } = deps.preparation;
  const places = createFairSemaphore(LIMITS);
  /** Runs whose end is not on record yet. */
  const unfinished = new Set<Promise<unknown>>();

  /** Runs what is prepared, as the execution `id`, and records how it ended. */
  async function execute(
    id: string,
    { task }: PreparedRun,
    options: Omit<RunOptions, 'onPicture'> & {
      /** Called when the document was taken. */
      onEnd?(figures: RunFigures): Promise<void>;
      /** Instead of recording the failure as the end of the run. */
      onFailure?(error: unknown): Promise<void>;
    },
  ): Promise<void> {
    const record =
      options.onFailure ?? ((error: unknown) => failExecution(db, id, endOf(error, options.signal)));
    let recorded: Promise<void> | null = null;
    const onFailure = (error: unknown) => (recorded ??= record(error));
    try {
      const figures = await runTask(id, task, { ...options, onFailure });
      await options.onEnd?.(figures);
    } catch (error) {
      await onFailure(error);
      throw error;
    }
  }

  async function runTask(
    id: string,
    task: PreparedRun['task'],
    options: Omit<RunOptions, 'onPicture'>,
  ): Promise<RunFigures> {
    const store = (bytes: Uint8Array<ArrayBuffer>, mime: string) => storePicture(id, bytes, mime);
    if (!('engine' in task)) return runReport({ storage, threads }, task, { ...options, onPicture: store });
    if (!engine) throw externalEngineMissing(task.report);
    return runExternal({ storage, engine }, task, { ...options, id, storePicture: store });
  }

  async function storePicture(id: string, bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string> {
    const staged = await storage.stage(Readable.from([bytes]));
    const kept = await staged.keep();
    const name = `${kept.key.slice(-8)}.${mime === 'image/jpeg' ? 'jpg' : 'png'}`;
    const expiresAt = new Date(Date.now() + PICTURE_MS);
    try {
      await insertPicture(db, { executionId: id, name, object: kept.key, mime, expiresAt });
    } catch (error) {
      await kept.remove();
      throw error;
    }
    await kept.confirm();
    return `report_image?image=${name}&uuid=${id}`;
  }

  async function findFor(actor: Actor, id: string): Promise<Execution> {
    const execution = await findExecution(db, id);
    if (!execution || !mayRead(actor, execution)) throw noSuchExecution(id);
    return execution;
  }

  return {
    /**
     * Runs a report while its caller waits.
     * @param send takes the document with its size, null while it is written
     * @throws {AppError} not_found, forbidden, bad_request before it runs; unavailable when too many run; unprocessable,
     * gateway_timeout for what cannot be rendered
     */
    async run(
      { request, runner, signal }: { request: RunRequest; runner: Runner; signal: AbortSignal },
      send: (run: PreparedRun & { id: string }, document: Readable, size: number | null) => Promise<void>,
    ): Promise<void> {
      const prepared = await prepareRun(request, runner);
      const asked = Date.now();
      const run = places.run(
        async () => {
          const execution = await insertExecution(db, {
            ...newExecution(request, prepared, runner),
            status: 'running',
            queuedMs: Date.now() - asked,
          });
          await execute(execution.id, prepared, {
            signal,
            onComplete: (figures) => finishExecution(db, execution.id, { figures }),
            send: (document, size) => send({ ...prepared, id: execution.id }, document, size),
          });
        },
        { signal },
      );
      unfinished.add(run);
      await run.finally(() => unfinished.delete(run));
    },

    /** Waits for runs whose document is sent, or whose client left, until their end is on record. */
    async settle(): Promise<void> {
      await Promise.allSettled(unfinished);
    },

    /** Queues a run as a job. Errors in the request are reported at once. */
    async queue({ request, runner }: { request: RunRequest; runner: Runner }): Promise<Execution> {
      if (runner.actor.id === null) {
        throw unauthorized('report-server.sign_in_to_queue', 'Sign in to run reports in the background.');
      }
      const prepared = await prepareRun(request, runner);
      const execution = await db.transaction().execute(async (trx) => {
        const row = await insertExecution(trx, {
          ...newExecution(request, prepared, runner),
          status: 'queued',
        });
        const job = await jobs.enqueue(trx, {
          kind: 'report.execute',
          payload: { execution_id: row.id, request, title: prepared.report.title },
          requestedBy: runner.actor.id,
          maxAttempts: 2,
        });
        await setJob(trx, row.id, job.id);
        return { ...row, jobId: job.id };
      });
      await jobs.dispatch();
      return execution;
    },

    execute,

    /** A template as PDF with its first rows. @throws {AppError} bad_request with the findings of its check */
    async preview(
      { actor, signal, ...request }: PreviewRequest & { actor: Actor; signal: AbortSignal },
      send: (document: Readable, size: number | null) => Promise<void>,
    ): Promise<void> {
      const task = await preparePreview(request, actor);
      await places.run(() => runReport({ storage, threads }, task, { signal, send }), { signal });
    },

    find: findFor,

    /** A run that another service started for somebody. */
    async findOfService(id: string): Promise<Execution> {
      const execution = await findExecution(db, id);
      if (execution?.via !== 'service') throw noSuchExecution(id);
      return execution;
    },

    list: (actor: Actor, filter: Omit<ExecutionFilter, 'requestedBy'>): Promise<Execution[]> =>
      listExecutions(db, { ...filter, requestedBy: actor.isAdmin ? null : actor.id }),

    /** Cancels a run and removes its output. */
    async cancel(actor: Actor, id: string): Promise<void> {
      const execution = await findFor(actor, id);
      if (execution.jobId !== null) await jobs.cancel(execution.jobId);
      await failExecution(db, id, {
        status: 'cancelled',
        code: 'report-server.run_cancelled',
        message: 'The run was cancelled.',
      });
      if (!execution.outputObject) return;
      await forgetOutput(db, id);
      await storage.delete(execution.outputObject);
    },

    /** The stored document of a run. @throws {AppError} not_found without one */
    async output(actor: Actor, id: string) {
      const execution = await findFor(actor, id);
      const { outputObject, outputName, format } = execution;
      const size = outputObject === null ? null : await storage.size(outputObject);
      if (outputObject === null || size === null || !isFormat(format)) throw noSuchExecution(id);
      return {
        document: storage.open(outputObject),
        size,
        name: outputName ?? execution.report,
        format: FORMATS[format],
      };
    },

    /** A picture of an HTML document, for the person of its run. */
    async picture(actor: Actor, { id, image }: { id: string; image: string }) {
      const picture = await findPicture(db, id, image);
      if (!picture || picture.requestedBy !== actor.id) throw noSuchExecution(id);
      return { bytes: storage.open(picture.object), mime: picture.mime };
    },
  };
}

function newExecution(request: RunRequest, { report, datasource }: PreparedRun, { actor, via }: Runner) {
  return {
    request,
    reportId: report.id,
    version: report.version,
    datasource,
    requestedBy: actor.id,
    requestedByName: actor.username,
    via,
  };
}

function mayRead(actor: Actor, { requestedBy }: Execution): boolean {
  return actor.isAdmin || (actor.id !== null && requestedBy === actor.id);
}
