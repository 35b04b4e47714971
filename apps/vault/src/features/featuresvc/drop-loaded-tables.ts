import type { Job } from '@cairn/jobs';
import { withDestination } from '../connections/destination.ts';
import type { DestinationDeps } from '../connections/destination.ts';
import { isTransactionCommitted } from '../connections/server-queries.ts';
import { toTableName } from './plan.ts';
import { deleteImport, findImport, listEndedImports } from './repo.ts';
import { openSecrets } from './seal-secrets.ts';
import { dropTables } from './server-queries.ts';

const DROP_MS = 30_000;

type DroppingJob = Pick<Job, 'id' | 'fence' | 'attempts' | 'maxAttempts' | 'requestedBy'>;

/**
 * Drops what an import has loaded that will not be continued, and forgets it. What cannot be dropped now is dropped by
 * `dropAbandonedTables`. A new database is dropped as a whole by its own rule.
 */
export async function dropLoadedTables(deps: DestinationDeps, job: DroppingJob): Promise<void> {
  const row = await findImport(deps.db, job.id);
  if (!row) return;
  const { plan, transactionId } = row;
  if (plan) {
    const run = { job, signal: AbortSignal.timeout(DROP_MS), progress: () => undefined };
    try {
      const { destination } = openSecrets(deps.secretBox, row);
      if (!('newDatabase' in destination)) {
        await withDestination(deps, { destination, run }, (target) =>
          target.inSession(async (client) => {
            const named = transactionId !== null && (await isTransactionCommitted(client, transactionId));
            const loading = plan.map(({ table }) => ({ schema: table.schema, table: table.loadingName }));
            await dropTables(client, named ? plan.map(toTableName) : loading);
          }),
        );
      }
    } catch (error) {
      deps.logger.warn({ err: error, jobId: job.id }, 'tables of an import not dropped yet, retrying later');
      return;
    }
  }
  await deleteImport(deps.db, job.id);
}

/** Drops what imports left whose worker died or which were cancelled before they went on, and deletes the logins of all that ended. */
export async function dropAbandonedTables(
  deps: DestinationDeps & { jobs: { get(id: number): Promise<Job | undefined> } },
): Promise<void> {
  for (const { jobId, succeeded } of await listEndedImports(deps.db)) {
    const job = await deps.jobs.get(jobId);
    if (succeeded || !job) await deleteImport(deps.db, jobId);
    else await dropLoadedTables(deps, job);
  }
}
