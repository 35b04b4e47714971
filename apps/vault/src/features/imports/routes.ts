import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import type { Handlers, SafeFetch } from '@cairn/service';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import { readS3Import, readUrlImport } from './request.ts';
import type { ImportService } from './service.ts';

export interface ImportRoutes {
  imports: ImportService;
  safeFetch: SafeFetch;
  jobs: Jobs;
}

export function importRoutes({
  imports,
  safeFetch,
  jobs,
}: ImportRoutes): Handlers<VaultOperations, 'importUrl' | 'importS3'> {
  return {
    async importUrl({ body, query }, actor, call) {
      const wanted = readUrlImport(body, safeFetch.check(body.url), query.folder_id);
      const job = await imports.ask(actor, { wanted, basePath: call.basePath });
      return respondWithJob<VaultSchemas['IngestResult']>(jobs, job, { actor, call });
    },

    async importS3({ body, query }, actor, call) {
      const wanted = readS3Import(body, query.folder_id);
      if (wanted.what.kind === 's3') safeFetch.check(wanted.what.place.endpoint);
      const job = await imports.ask(actor, { wanted, basePath: call.basePath });
      return respondWithJob<VaultSchemas['IngestResult']>(jobs, job, { actor, call });
    },
  };
}
