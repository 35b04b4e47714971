import type { ServiceConfig } from './config.ts';
import type { ReadinessCheck } from './health.ts';
import { createInternalServer } from './internal-server.ts';
import { listen, listenSentence } from './listen.ts';
import type { Logger } from './logger.ts';
import { collectProcessMetrics } from './metrics.ts';
import { stopOnSignals } from './stop-on-signals.ts';

export interface ServeWorkerOptions {
  config: Pick<ServiceConfig, 'host' | 'internalPort'>;
  logger: Logger;
  ready: ReadinessCheck;
  /** Gives work back and ends pools; called once, on SIGTERM or SIGINT. */
  stop: () => Promise<void>;
}

/**
 * What a job process needs beside its jobs: INTERNAL_PORT for probes and metrics, and an orderly end. On SIGTERM or
 * SIGINT: not ready, `stop`, exit 0. A port that is taken ends the process with a sentence and status 1.
 */
export async function serveWorker({ config, logger, ready, stop }: ServeWorkerOptions): Promise<void> {
  let stopping: Promise<void> | undefined;
  const pages = createInternalServer({ ready, isDraining: () => stopping !== undefined });
  try {
    await listen(pages, config.internalPort, config.host);
  } catch (error) {
    logger.fatal(listenSentence(error as NodeJS.ErrnoException));
    process.exit(1);
  }
  collectProcessMetrics();
  stopOnSignals(() => (stopping ??= stop()), logger);
  logger.info({ internal_port: config.internalPort }, 'working');
}
