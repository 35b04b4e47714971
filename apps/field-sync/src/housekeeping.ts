import type { Context } from './context.ts';

export const housekeeping: {
  in: 'web' | 'worker';
  everyMs: number;
  what: string;
  run(context: Context): Promise<void>;
}[] = [{ in: 'worker', everyMs: 60_000, what: 'removal of unused packages', run: removeUnusedPackages }];

async function removeUnusedPackages({ packages, databaseConfigured, logger }: Context): Promise<void> {
  if (!databaseConfigured) return;
  const removed = await packages.sweep();
  if (removed > 0) logger.info({ removed }, 'removed parts and objects that nothing refers to');
}
