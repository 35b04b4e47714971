import type { Jobs } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { removeTemporary } from '../../jobs/server-work.ts';
import {
  TEMPORARY_PREFIX,
  endSessions,
  findExpiredLogins,
  findTemporary,
  tracesOf,
} from '../../jobs/traces.ts';
import { findConnections } from '../connections/repo.ts';
import type { Servers } from '../servers/service.ts';

/** Drops databases and roles that jobs had begun to make and that no job will finish any more, on all servers that answer. */
export async function sweepTemporary({
  db,
  jobs,
  servers,
  logger,
}: {
  db: Db;
  jobs: Jobs;
  servers: Servers;
  logger: Logger;
}): Promise<void> {
  for (const { id } of await findConnections(db)) {
    await sweepServer({ jobs, servers }, id).catch((err: unknown) =>
      logger.debug({ err, connectionId: id }, 'a server could not be asked for what jobs left there'),
    );
  }
}

async function sweepServer(
  { jobs, servers }: { jobs: Jobs; servers: Servers },
  connectionId: number,
): Promise<void> {
  for (const name of await servers.ask(connectionId, findExpiredLogins))
    await removeTemporary(await servers.login(connectionId), name);
  const names = await servers.ask(connectionId, findTemporary);
  for (const name of names) {
    const job = await jobs.get(Number(name.slice(TEMPORARY_PREFIX.length).split('_')[0]));
    if (!job?.finishedAt) continue;
    const { ofJob } = tracesOf(job);
    // Another installation's job may have the same number.
    if (!name.startsWith(ofJob.temporary)) continue;
    await servers.ask(connectionId, (client) => endSessions(client, ofJob.applicationName));
    await removeTemporary(await servers.login(connectionId), ofJob.temporary);
  }
}
