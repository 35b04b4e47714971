import type { Logger } from './logger.ts';

/** Ties `stop` to the signals, and the end of the process to errors that nobody caught. Returns how to untie them. */
export function stopOnSignals(stop: () => Promise<void>, logger: Logger): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (err: unknown) => {
        logger.fatal({ err }, 'the process did not stop cleanly');
        process.exit(1);
      },
    );
  };
  const onCrash = (err: unknown): void => {
    // What state it is in nobody knows, so it ends; whoever runs it starts it again.
    logger.fatal({ err }, 'an error that nobody caught ends the process');
    process.exit(1);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).once('uncaughtException', onCrash);
  return () => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('uncaughtException', onCrash);
  };
}
