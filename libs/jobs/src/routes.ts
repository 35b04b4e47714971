import { notFound, parseId } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Jobs } from './jobs.ts';
import type { Job, JobStatus } from './types.ts';

/** A job in a few words, for lists and for the tray of jobs. */
export interface JobSummary {
  /** Such as "Clip roads", "Could not clip roads" or "Clipped roads as version 2". */
  summary: string;
  /** The page that shows it, below the base path of the service. */
  page: string;
  /** Why a job that succeeded did not do all that was requested; absent when it did. */
  error?: string;
}

/** The summary of a job; null for housekeeping. */
export type Summarize = (job: Job) => JobSummary | null;

export interface JobBody {
  id: string;
  kind: string;
  status: JobStatus;
  progress: number;
  created_at: string;
  may_cancel: boolean;
  title?: string;
  summary?: string;
  page?: string;
  stage?: string;
  error?: string;
  errors?: string[];
  result?: Record<string, unknown>;
  started_at?: string;
  finished_at?: string;
}

export interface JobRoutesOptions<Details extends object> {
  jobs: Pick<Jobs, 'get' | 'list' | 'cancel'>;
  /** Name of the service, the prefix of its error codes. */
  service: string;
  summarize: Summarize;
  /** More fields of one job, for users who may see it; null for all others. By default only its requester may. */
  details?(job: Job, actor: Actor): Promise<Details | null>;
}

/**
 * The handlers of `listJobs` (the actor's own, newest first), `getJob` and `cancelJob`. A job that the actor may not see is
 * reported as missing.
 */
export function jobRoutes<Details extends object = Record<never, never>>({
  jobs,
  service,
  summarize,
  details = async () => null,
}: JobRoutesOptions<Details>) {
  return {
    async listJobs(
      { query: { status, limit = 50 } }: { query: { status?: 'active' | 'all'; limit?: number } },
      actor: Actor,
    ): Promise<JobBody[]> {
      if (actor.id === null) return [];
      const active: JobStatus[] = ['queued', 'running'];
      const filter = { requestedBy: actor.id, limit, ...(status === 'active' ? { status: active } : {}) };
      return (await jobs.list(filter)).map((job) => toJobBody(job, actor, summarize));
    },

    async getJob({ path }: { path: { id: string } }, actor: Actor): Promise<JobBody & Partial<Details>> {
      const job = await requireJob({ jobs, service }, path.id);
      const more = await details(job, actor);
      if (more === null && !isRequestedBy(job, actor)) throw noSuchJob(service, path.id);
      return { ...toJobBody(job, actor, summarize), ...(more ?? ({} as Partial<Details>)) };
    },

    async cancelJob({ path }: { path: { id: string } }, actor: Actor): Promise<JobBody> {
      const job = await requireJob({ jobs, service }, path.id);
      if (!isRequestedBy(job, actor)) throw noSuchJob(service, path.id);
      return toJobBody((await jobs.cancel(job.id)) ?? job, actor, summarize);
    },
  };
}

/** Whether a job is the actor's own. Every job counts as an administrator's own. */
export function isRequestedBy(job: Job, actor: Actor): boolean {
  return actor.isAdmin || (actor.id !== null && job.requestedBy === String(actor.id));
}

/** The job with the id in a path. @throws {AppError} not_found */
export async function requireJob(
  { jobs, service }: { jobs: Pick<Jobs, 'get'>; service: string },
  id: string,
): Promise<Job> {
  const number = parseId(id);
  const job = number === null ? undefined : await jobs.get(number);
  if (!job) throw noSuchJob(service, id);
  return job;
}

function noSuchJob(service: string, id: string) {
  return notFound(`${service}.no_such_job`, `There is no job ${id}.`);
}

/** A job as an actor sees it. Titles, errors and results may name things that only the requester may see. */
export function toJobBody(job: Job, actor: Actor, summarize: Summarize): JobBody {
  const isOwn = isRequestedBy(job, actor);
  const { title } = job.payload as { title?: unknown };
  const errors = isOwn ? job.errors.map(({ message }) => message) : [];
  const words = isOwn ? summarize(job) : null;
  const error = job.status === 'failed' ? errors.at(-1) : words?.error;
  return {
    id: String(job.id),
    kind: job.kind,
    status: job.status,
    progress: job.progress,
    created_at: job.createdAt.toISOString(),
    may_cancel: isOwn && job.finishedAt === null,
    ...(isOwn && typeof title === 'string' ? { title } : {}),
    ...(words ? { summary: words.summary, page: words.page } : {}),
    ...(job.stage ? { stage: job.stage } : {}),
    ...(error ? { error } : {}),
    ...(errors.length > 0 ? { errors } : {}),
    ...(isOwn && job.status === 'succeeded' ? { result: job.result as Record<string, unknown> } : {}),
    ...(job.startedAt ? { started_at: job.startedAt.toISOString() } : {}),
    ...(job.finishedAt ? { finished_at: job.finishedAt.toISOString() } : {}),
  };
}

/** The summary of a job that has not succeeded: "Clip roads", "Could not clip roads" or "Cancelled: clip roads". */
export function summarizeStatus(status: JobStatus, imperative: string): string {
  const phrase = imperative.charAt(0).toLowerCase() + imperative.slice(1);
  if (status === 'failed') return `Could not ${phrase}`;
  return status === 'cancelled' ? `Cancelled: ${phrase}` : imperative;
}
