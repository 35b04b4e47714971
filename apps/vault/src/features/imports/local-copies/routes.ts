import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import type { Handlers } from '@cairn/service';
import { respondWithJob } from '../../jobs/respond-with-job.ts';
import type { LocalCopy, LocalCopyService } from './service.ts';

type Operation = 'localCopy' | 'makeLocalCopy';

export function localCopyRoutes({
  localCopy,
  jobs,
}: {
  localCopy: LocalCopyService;
  jobs: Jobs;
}): Handlers<VaultOperations, Operation> {
  return {
    localCopy: async ({ path }) => toLocalCopyBody(await localCopy.state(Number(path.id))),

    async makeLocalCopy({ path }, actor, call) {
      const job = await localCopy.request(actor, Number(path.id));
      return respondWithJob<VaultSchemas['LocalCopyResult']>(jobs, job, { actor, call });
    },
  };
}

function toLocalCopyBody({ version, exists, maxBytes, job }: LocalCopy): VaultSchemas['LocalCopy'] {
  return {
    exists,
    size_bytes: version.size,
    max_bytes: maxBytes,
    ...(job ? { job_id: String(job.id) } : {}),
  };
}
