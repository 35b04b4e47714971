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
  /** Returns jobs to the queue and closes pools; called once, on SIGTERM or SIGINT. */
  stop: () => Promise<void>;
}

/**
 * Serves probes and metrics of a worker process on INTERNAL_PORT. On SIGTERM or SIGINT: not ready, `stop`, exit 0. A port in use
 * ends the process with a sentence and status 1.
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
  logger.info({ internal_port: config.internalPort }, 'worker started');
}
