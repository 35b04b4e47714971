import { AppError, badGateway, createFairSemaphore, unavailable } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { FastCgiError } from './fastcgi.ts';
import type { FastCgiResponse } from './fastcgi.ts';
import { startQgisWorker } from './qgis-worker.ts';
import type { QgisOptions, QgisWorker } from './qgis-worker.ts';

export interface QgisPoolOptions extends Omit<QgisOptions, 'programs'> {
  /** Null: QGIS Server is not installed. */
  programs: QgisOptions['programs'] | null;
  /** Processes at once. */
  workers: number;
  /** Time limit of one request; a process that takes longer is killed. */
  requestMs: number;
  logger: Logger;
}

export interface QgisPool {
  /**
   * Sends a request to QGIS Server as soon as a process is free. When the process dies under it, a new one gets it once more.
   * @throws {AppError} unavailable without QGIS Server, when the queue is full, or after the time limit; bad_gateway when it dies
   */
  request(parameters: Record<string, string>, signal?: AbortSignal): Promise<FastCgiResponse>;
  /** Whether QGIS Server is installed and starts. */
  isRunning(): boolean;
  /** Starts the first process, so that the first picture does not wait for it. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** QGIS keeps what it read of projects, so its processes are replaced after this many requests. */
const REQUESTS_A_PROCESS = 2_000;
/** Queue of requests. */
const MAX_WAITING = 100;

interface Entry {
  worker: QgisWorker;
  requests: number;
}

/** A few processes of QGIS Server, each replaced when it ends, hangs or has worked for long. */
export function createQgisPool(options: QgisPoolOptions): QgisPool {
  const { programs, workers, requestMs, logger } = options;
  const idle: Entry[] = [];
  const all = new Set<QgisWorker>();
  let lastStart: 'ok' | 'failed' | null = null;
  let isClosed = false;
  const places = createFairSemaphore({
    limit: workers,
    perPerson: workers,
    maxWaiting: MAX_WAITING,
    maxWaitingPerPerson: MAX_WAITING,
    busy: { code: 'gis.busy', message: 'QGIS Server is busy. Try again in a moment.' },
  });

  async function take(): Promise<Entry> {
    for (let entry = idle.pop(); entry; entry = idle.pop()) if (!entry.worker.hasEnded()) return entry;
    return start();
  }

  async function start(): Promise<Entry> {
    if (programs === null) {
      throw unavailable(
        'gis.no_qgis',
        'QGIS Server is not installed. Ask the operator to install qgis-server and spawn-fcgi.',
      );
    }
    if (isClosed)
      throw unavailable('gis.closing', 'The GIS publish service is stopping. Try again in a moment.');
    try {
      const worker = await startQgisWorker({ ...options, programs });
      lastStart = 'ok';
      all.add(worker);
      void worker.ended.then((reason) => {
        all.delete(worker);
        if (!isClosed) logger.info({ reason }, 'QGIS Server process ended');
      });
      return { worker, requests: 0 };
    } catch (error) {
      lastStart = 'failed';
      throw error;
    }
  }

  /** Null when the process died under the request. */
  async function attempt(
    parameters: Record<string, string>,
    next: () => Promise<Entry>,
  ): Promise<FastCgiResponse | null> {
    const entry = await next();
    const deadline = AbortSignal.timeout(requestMs);
    try {
      const response = await entry.worker.request(parameters, deadline);
      entry.requests += 1;
      if (entry.requests >= REQUESTS_A_PROCESS || isClosed) void entry.worker.stop();
      else idle.push(entry);
      return response;
    } catch (error) {
      // It may be in any state.
      void entry.worker.stop();
      if (deadline.aborted) {
        throw unavailable('gis.late', 'QGIS Server took too long. Ask for a smaller area or picture.');
      }
      if (error instanceof FastCgiError && error.reason === 'ended') return null;
      throw badGateway('gis.failed', 'QGIS Server gave no usable response.');
    }
  }

  async function request(parameters: Record<string, string>, signal?: AbortSignal): Promise<FastCgiResponse> {
    // A caller that left is waited for no longer, but the process is busy until it is done.
    // What ended one process may have ended the idle ones too, so that the second attempt gets a new one.
    const run = async () => (await attempt(parameters, take)) ?? (await attempt(parameters, start));
    const response = await places.run(run, { waitMs: requestMs, ...(signal ? { signal } : {}) });
    if (response) return response;
    throw new AppError({
      kind: 'bad_gateway',
      code: 'gis.qgis_ended',
      message: 'QGIS Server ended while it was drawing. Try again in a moment.',
    });
  }

  return {
    request,
    isRunning: () => programs !== null && lastStart !== 'failed',
    async warmUp() {
      if (programs === null) return;
      await places.run(async () => idle.push(await take()));
    },
    async close() {
      isClosed = true;
      await Promise.all([...all].map((worker) => worker.stop()));
    },
  };
}
