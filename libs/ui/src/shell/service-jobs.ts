import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';
import { useMe } from '../api/use-me.ts';
import { servicePath } from '../boot/base-path.ts';
import type { TrackedJob } from './jobs-store.ts';
import { manifests } from './manifests.ts';
import { useServices } from './use-services.ts';

/** A job as `GET /api/jobs` of a service returns it; optional fields may also be null. */
export interface ServiceJob {
  /** Key of the service that does it; ids are unique within it alone. */
  service: string;
  id: string;
  kind: string;
  title?: string;
  /** What it does, did or could not do; absent for housekeeping. */
  summary?: string;
  /** The page that shows it, below the base path of the service. */
  page?: string;
  status: TrackedJob['status'];
  progress: number;
  stage?: string | null;
  error?: string;
  errors?: string[];
  result?: Record<string, unknown> | null;
  may_cancel?: boolean;
  dataset?: string;
  database_id?: number | null;
  created_at: string;
  started_at?: string | null;
  finished_at?: string | null;
}

/** Refresh this when a page has started a job: the tray and all who follow jobs show it at once. */
export const jobsKey = ['cairn', 'jobs'] as const;

/** The services that do long work for people, and where each lists the caller's. */
const SERVICES = Object.entries(manifests).flatMap(([service, { jobs }]) =>
  jobs ? [{ service, jobs }] : [],
);
const RUNNING_EVERY_MS = 1_500;
/** What has waited for a worker for a while changes rarely. */
const WAITING_EVERY_MS = 4_000;
const WAITING_AFTER_MS = 20_000;
/** Jobs are started elsewhere as well: in other windows, and by the services. */
const IDLE_EVERY_MS = 60_000;

interface ServiceJobs {
  /** Undefined until a service has answered. */
  data: ServiceJob[] | undefined;
  /** The services that have answered. */
  services: string[];
}

/** The caller's jobs at all services, newest first. They are asked for again, often as long as one of them runs. */
export function useServiceJobs(): ServiceJobs {
  const { data: me } = useMe();
  const { data: services } = useServices();
  return useQueries({
    queries: SERVICES.map(({ service, jobs: { list } }) => ({
      queryKey: [...jobsKey, service],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const jobs = await requestJson<Omit<ServiceJob, 'service'>[]>(servicePath(service) + list, {
          signal,
        });
        return jobs.map((job): ServiceJob => ({ ...job, service }));
      },
      enabled:
        services?.some((entry) => entry.service_key === service) === true && me?.authenticated === true,
      refetchInterval: ({ state }: { state: { data: ServiceJob[] | undefined } }) =>
        intervalFor(state.data ?? []),
      retry: false,
    })),
    combine: joined,
  });
}

/** A service that cannot be asked takes nothing from the others. */
function joined(answers: UseQueryResult<ServiceJob[]>[]): ServiceJobs {
  const services = SERVICES.filter((_, at) => answers[at]?.data !== undefined).map(({ service }) => service);
  if (services.length === 0) return { data: undefined, services };
  const jobs = answers.flatMap(({ data = [] }) => data).filter(({ summary }) => summary !== undefined);
  return { data: jobs.sort((a, b) => b.created_at.localeCompare(a.created_at)), services };
}

/** Asks a service to stop a job; what becomes of it is seen by following it. */
export async function cancelServiceJob({ service, id }: Pick<ServiceJob, 'service' | 'id'>): Promise<void> {
  await requestJson(`${jobsPath(service)}/${id}/cancel`, { method: 'POST' });
}

/** Whether a job may be stopped in the tray; some work is stopped on its own page alone, which says what is lost. */
export function canCancel({ service, status, may_cancel: may }: ServiceJob): boolean {
  return may === true && (manifests[service]?.jobs?.cancel !== 'queued' || status === 'queued');
}

export function isUnderWay({ status }: Pick<ServiceJob, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

function intervalFor(jobs: ServiceJob[]): number {
  const active = jobs.filter(isUnderWay);
  if (active.length === 0) return IDLE_EVERY_MS;
  const isWaiting = ({ status, created_at: at }: ServiceJob) =>
    status === 'queued' && Date.now() - Date.parse(at) > WAITING_AFTER_MS;
  return active.every(isWaiting) ? WAITING_EVERY_MS : RUNNING_EVERY_MS;
}

/** Address of the page that shows a job or its result. */
export function jobHref({ service, page = '/' }: Pick<ServiceJob, 'service' | 'page'>): string {
  return servicePath(service) + page;
}

function jobsPath(service: string): string {
  return `${servicePath(service)}/api/jobs`;
}
