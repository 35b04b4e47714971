import type { Logger } from './logger.ts';

/** Calls `stop` on SIGTERM and SIGINT, and exits on uncaught exceptions. Returns a function that removes the listeners. */
export function stopOnSignals(stop: () => Promise<void>, logger: Logger): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (err: unknown) => {
        logger.fatal({ err }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  const onCrash = (err: unknown): void => {
    // Its state is unknown, so the process ends; its supervisor starts it again.
    logger.fatal({ err }, 'uncaught exception, exiting');
    process.exit(1);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).once('uncaughtException', onCrash);
  return () => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('uncaughtException', onCrash);
  };
}
