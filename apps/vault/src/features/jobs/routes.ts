import type { VaultOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import { toJobBody } from './mapper.ts';
import { createJobService } from './service.ts';
import type { JobServiceDeps } from './service.ts';

export function jobRoutes(
  deps: JobServiceDeps,
): Handlers<VaultOperations, 'getJob' | 'listJobs' | 'cancelJob'> {
  const service = createJobService(deps);
  return {
    async getJob({ path }, actor) {
      const { job, version } = await service.find(actor, path.id);
      return toJobBody(job, version, actor);
    },

    async listJobs({ query }, actor) {
      const options = { active: query.status === 'active', limit: query.limit ?? 50 };
      return (await service.listOwn(actor, options)).map((job) => toJobBody(job, null, actor));
    },

    cancelJob: async ({ path }, actor) => toJobBody(await service.cancel(actor, path.id), null, actor),
  };
}
