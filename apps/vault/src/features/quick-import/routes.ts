import type { VaultOperations } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import type { Handlers } from '@cairn/service';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import { readSource, readTarget } from './read-request.ts';
import type { QuickImportService } from './service.ts';
import type { QuickImportResult } from './types.ts';

export function quickImportRoutes({
  quickImports,
  jobs,
}: {
  quickImports: QuickImportService;
  jobs: Jobs;
}): Handlers<VaultOperations, 'quickImport'> {
  return {
    async quickImport({ body }, actor, call) {
      // A form is not parsed before.
      const job = body
        ? await quickImports.request(actor, { source: readSource(body), target: readTarget(body) })
        : await quickImports.receive(call.request, actor);
      return respondWithJob<QuickImportResult>(jobs, job, { actor, call });
    },
  };
}
