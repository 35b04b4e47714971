import type { VaultOperations } from '@cairn/contracts';
import { jobRoutes as createJobRoutes } from '@cairn/jobs';
import type { Jobs } from '@cairn/jobs';
import type { Handlers } from '@cairn/service';
import { createJobDetails } from './service.ts';
import type { JobDetailsDeps } from './service.ts';
import { summarizeJob } from './summarize-job.ts';

export function jobRoutes({
  jobs,
  ...deps
}: JobDetailsDeps & { jobs: Jobs }): Handlers<VaultOperations, 'getJob' | 'listJobs' | 'cancelJob'> {
  const details = createJobDetails(deps);
  return createJobRoutes({ jobs, service: 'vault', summarize: summarizeJob, details });
}
