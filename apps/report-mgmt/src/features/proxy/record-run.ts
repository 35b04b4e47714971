import type { Readable } from 'node:stream';
import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import type { Engine, EngineAnswer } from '../engine/types.ts';
import { endViewerRun, isViewerRunOpen, startViewerRun } from '../executions/viewer-repo.ts';
import type { ViewerRun, ViewerRunEnd } from '../executions/viewer-repo.ts';
import { runCancelled } from './errors.ts';

interface RecorderDeps {
  db: Db;
  engine: Pick<Engine, 'figures'>;
  logger: Pick<Logger, 'warn'>;
}

/** What a run has shown so far. */
interface Progress {
  answer: EngineAnswer | null;
  bytes: number;
  /** The beginning of a refusal. */
  refusal: string;
}

type End = Pick<ViewerRunEnd, 'status' | 'errorCode' | 'error'>;

export interface RunWatch {
  /** Aborts when the viewer leaves, or the run is cancelled. */
  signal: AbortSignal;
  /** Notes the engine's answer, and counts the bytes of the body that is sent. */
  watch(answer: EngineAnswer, body: Readable): void;
}

const MAX_REFUSAL = 500;
const CANCEL_CHECK_MS = 1_000;

/** Records runs of viewers: who ran what, and how it ended; never the document. */
export function createRunRecorder({ db, engine, logger }: RecorderDeps) {
  /** Runs whose end is not on record yet. */
  const unfinished = new Set<Promise<void>>();

  async function saveEnd(id: string, end: End, progress: Progress) {
    const executionId = progress.answer?.executionId ?? null;
    const figures =
      executionId === null || end.status === 'cancelled' ? null : await engine.figures(executionId);
    await endViewerRun(db, id, {
      ...end,
      // Why the engine broke off is known to itself alone.
      error: end.error && (figures?.error ?? end.error),
      bytes: progress.bytes,
      engineExecutionId: executionId,
      rows: figures?.rows ?? null,
      pages: figures?.pages ?? null,
      queuedMs: figures?.queuedMs ?? null,
      dbMs: figures?.dbMs ?? null,
      renderMs: figures?.renderMs ?? null,
      warnings: figures?.warnings ?? [],
    }).catch((err: unknown) => logger.warn({ err, execution: id }, 'end of run not recorded'));
  }

  function finish(id: string, end: End, progress: Progress): void {
    const saved = saveEnd(id, end, progress);
    unfinished.add(saved);
    void saved.finally(() => unfinished.delete(saved));
  }

  /** A run may be cancelled in the history, through another process. */
  async function checkCancelled(id: string, cancelled: AbortController): Promise<void> {
    // While the database is away nobody can have cancelled it.
    if (!(await isViewerRunOpen(db, id).catch(() => true))) cancelled.abort(runCancelled());
  }

  return {
    /** Does the work of a run, and records it. @throws what the work throws, unavailable without a database */
    async record(run: ViewerRun, signal: AbortSignal, work: (run: RunWatch) => Promise<void>): Promise<void> {
      const id = await startViewerRun(db, run);
      const cancelled = new AbortController();
      const timer = setInterval(() => void checkCancelled(id, cancelled), CANCEL_CHECK_MS).unref();
      const progress: Progress = { answer: null, bytes: 0, refusal: '' };
      try {
        await work({
          signal: AbortSignal.any([signal, cancelled.signal]),
          watch: (answer, body) => watchBody(progress, answer, body),
        });
      } catch (error) {
        const end = endOfFailure(error, signal);
        // An answer that has begun is cut, so nobody else hears of it.
        if (end.status === 'failed' && progress.answer)
          logger.warn({ err: error, execution: id }, 'document broke off');
        finish(id, end, progress);
        throw error;
      } finally {
        clearInterval(timer);
      }
      finish(id, endOfAnswer(progress), progress);
    },

    /** Waits until the ends of runs are on record. */
    async settle(): Promise<void> {
      await Promise.allSettled(unfinished);
    },
  };
}

function watchBody(progress: Progress, answer: EngineAnswer, body: Readable): void {
  progress.answer = answer;
  body.on('data', (chunk: Buffer) => {
    progress.bytes += chunk.length;
    if (answer.status !== 200 && progress.refusal.length < MAX_REFUSAL) progress.refusal += chunk.toString();
  });
}

function endOfAnswer({ answer, refusal }: Progress): End {
  if (answer?.status === 200) return { status: 'succeeded', errorCode: null, error: null };
  return { status: 'failed', errorCode: 'report-mgmt.engine_refused', error: refusalOf(answer, refusal) };
}

function endOfFailure(error: unknown, signal: AbortSignal): End {
  if (error instanceof AppError) return { status: 'failed', errorCode: error.code, error: error.message };
  if (!signal.aborted) {
    return {
      status: 'failed',
      errorCode: 'report-mgmt.run_failed',
      error: 'The document could not be sent.',
    };
  }
  const left = 'The viewer left before the document was complete.';
  return { status: 'cancelled', errorCode: 'report-mgmt.viewer_left', error: left };
}

/** The engine's message if it is one line of text; else its status. */
function refusalOf(answer: EngineAnswer | null, text: string): string {
  const isText = /^text\/plain\b/i.test(answer?.headers['Content-Type'] ?? '');
  const line = text.trim().slice(0, MAX_REFUSAL);
  return isText && line !== '' && !/[\r\n]/.test(line)
    ? line
    : `The report engine answered with status ${answer?.status}.`;
}
