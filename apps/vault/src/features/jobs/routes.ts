import type { VaultOperations } from '@cairn/contracts';
import { jobRoutes as createJobRoutes } from '@cairn/jobs';
import type { Jobs } from '@cairn/jobs';
import { badRequest, parseId } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { createJobDetails } from './service.ts';
import type { JobDetailsDeps } from './service.ts';
import { summarizeJob } from './summarize-job.ts';

export function jobRoutes({
  jobs,
  ...deps
}: JobDetailsDeps & { jobs: Jobs }): Handlers<
  VaultOperations,
  'getJob' | 'listJobs' | 'cancelJob' | 'getMapServerJob' | 'getFeatureServiceJob'
> {
  const details = createJobDetails(deps);
  const routes = createJobRoutes({ jobs, service: 'vault', summarize: summarizeJob, details });
  const getStrictly = toStrictJobRoute(routes.getJob);
  return { ...routes, getMapServerJob: getStrictly, getFeatureServiceJob: getStrictly };
}

type ReadJob = ReturnType<typeof createJobRoutes>['getJob'];

/** The route of a job for operations whose contract has 400 for a malformed id. */
export function toStrictJobRoute<Read extends ReadJob>(getJob: Read): Read {
  return ((input, actor) => {
    if (parseId(input.path.id) === null) {
      throw badRequest('vault.bad_job_id', 'The id of a job is a positive whole number.');
    }
    return getJob(input, actor);
  }) as Read;
}
