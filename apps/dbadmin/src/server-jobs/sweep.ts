import type { Jobs } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db } from '../db/handle.ts';
import { findConnections } from '../features/connections/repo.ts';
import type { Servers } from '../features/servers/service.ts';
import { TEMPORARY_PREFIX, attemptNames } from './attempt-names.ts';
import { removeTemporary } from './server-job.ts';
import { endSessions, findExpiredLogins, findTemporary } from './server-queries.ts';

/** What follows `TEMPORARY_PREFIX` in names of jobs. */
const JOB_ID = /^[1-9]\d{0,14}(?=_)/;

/** Drops the temporary databases and roles of ended jobs and terminals, on all servers that respond. */
export async function sweepTemporary(deps: SweepDeps): Promise<void> {
  for (const { id } of await findConnections(deps.db)) {
    await sweepServer(deps, id).catch((err: unknown) =>
      deps.logger.debug({ err, connectionId: id }, 'could not list temporary databases and roles'),
    );
  }
}

interface SweepDeps {
  db: Db;
  jobs: Jobs;
  servers: Servers;
  logger: Logger;
}

async function sweepServer({ jobs, servers, logger }: SweepDeps, connectionId: number): Promise<void> {
  // By exact name: the name of another role may be a prefix of that of a terminal in use.
  const expired = (await servers.ask(connectionId, findExpiredLogins)).map((name) => ({ name }));
  const prefixes = new Set<string>();
  for (const name of await servers.ask(connectionId, findTemporary)) {
    const id = JOB_ID.exec(name.slice(TEMPORARY_PREFIX.length))?.[0];
    const job = id === undefined ? undefined : await jobs.get(Number(id));
    // A job of another installation may have the same id.
    if (job?.finishedAt && name.startsWith(attemptNames(job).ofJob.temporary)) {
      const { ofJob } = attemptNames(job);
      await servers.ask(connectionId, (client) => endSessions(client, ofJob.applicationName));
      prefixes.add(ofJob.temporary);
    }
  }
  for (const which of [...expired, ...[...prefixes].map((prefix) => ({ prefix }))]) {
    // A database that allows no connections blocks the roles of one job, but not those of others.
    await removeTemporary(await servers.login(connectionId), which).catch((err: unknown) =>
      logger.warn({ err, connectionId, ...which }, 'could not remove temporary databases and roles'),
    );
  }
}
