import { createHash } from 'node:crypto';
import type { Job } from '@cairn/jobs';

/** Prefix of databases and roles of unfinished jobs. Users may not choose such names. */
export const TEMPORARY_PREFIX = 'cairn_tmp_';

/** Prefix of logins of terminals, which belong to no job: ids of jobs start at 1. */
export const TERMINAL_PREFIX = `${TEMPORARY_PREFIX}0_`;

/** Names that identify what a job does on a server, also after its worker was killed. */
export interface AttemptNames {
  /** The application name of the sessions of this attempt. */
  applicationName: string;
  /** The database that this attempt creates, and the prefix of the roles that it creates. */
  temporary: string;
  /** Prefixes of the names of all attempts at the job. */
  ofJob: { applicationName: string; temporary: string };
}

/**
 * Attempts differ by their fence: a worker that was presumed dead may still be cleaning up. A tag tells apart jobs with the same id:
 * several installations may administer one server.
 */
export function attemptNames(job: Pick<Job, 'id' | 'fence' | 'createdAt'>): AttemptNames {
  const { id, fence, createdAt } = job;
  const tag = createHash('sha256').update(`${id} ${createdAt.toISOString()}`).digest('hex').slice(0, 8);
  const ofJob = { applicationName: `dbadmin:${id}:${tag}:`, temporary: `${TEMPORARY_PREFIX}${id}_${tag}_` };
  // All of the same length, so that none is a prefix of another.
  const attempt = String(fence).padStart(6, '0');
  return {
    ofJob,
    applicationName: `${ofJob.applicationName}${attempt}`,
    temporary: `${ofJob.temporary}${attempt}`,
  };
}
