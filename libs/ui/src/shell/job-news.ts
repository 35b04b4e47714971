import type { ServiceJob } from './service-jobs.ts';

/** What ended longer ago is history: it is in the tray. */
const NEWS_FOR_MS = 60 * 60_000;

/** Ended jobs that are remembered of a service; more than one of its answers holds. */
const MAX_REMEMBERED = 200;

/** The ended jobs that have been seen already, by service. */
export type SeenJobs = Record<string, string[]>;

interface LookedAt {
  jobs: ServiceJob[];
  /** The services that have answered, also those without a job. */
  services: string[];
}

/**
 * The jobs that have ended and were not seen as ended yet, oldest first, and what to remember from now on. Of a service
 * that is looked at for the first time nothing is news.
 */
export function takeNews(
  { jobs, services }: LookedAt,
  seen: SeenJobs,
): { news: ServiceJob[]; seen: SeenJobs } {
  const ended = jobs.filter(({ finished_at: at }) => at);
  const news = ended
    .filter(({ service, id }) => seen[service] && !seen[service].includes(id))
    .sort((a, b) => (a.finished_at as string).localeCompare(b.finished_at as string));
  const next = { ...seen };
  for (const service of services) next[service] ??= [];
  for (const { service, id } of ended) {
    const known = next[service] ?? [];
    if (!known.includes(id)) next[service] = [...known, id].slice(-MAX_REMEMBERED);
  }
  return { news, seen: next };
}

/** Whether the end of a job is worth an announcement. `now` in milliseconds since 1970. */
export function endedRecently({ finished_at: at }: ServiceJob, now: number): boolean {
  return now - Date.parse(at ?? '') < NEWS_FOR_MS;
}
