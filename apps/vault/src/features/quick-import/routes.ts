import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import type { Actor, Call, Handlers } from '@cairn/service';
import type { FeatureServices } from '../featuresvc/service.ts';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import { readFeatureService, readSource, readTarget } from './read-request.ts';
import type { QuickImportService } from './service.ts';
import type { QuickImportResult } from './types.ts';

export function quickImportRoutes({
  quickImports,
  featureServices,
  jobs,
}: {
  quickImports: QuickImportService;
  featureServices: FeatureServices;
  jobs: Jobs;
}): Handlers<VaultOperations, 'quickImport'> {
  function request(body: VaultSchemas['QuickImport'] | undefined, actor: Actor, call: Call): Promise<Job> {
    // A form is not parsed before.
    if (!body) return quickImports.receive(call.request, actor);
    if (body.source_type === 'featuresvc')
      return featureServices.requestImport(actor, readFeatureService(body));
    return quickImports.request(actor, { source: readSource(body), target: readTarget(body) });
  }

  return {
    async quickImport({ body }, actor, call) {
      const job = await request(body, actor, call);
      return respondWithJob<QuickImportResult>(jobs, job, { actor, call });
    },
  };
}
