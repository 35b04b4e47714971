import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import type { Handlers } from '@cairn/service';
import { withDatasetId } from '../access/dataset-guard.ts';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import { toChoiceBody, toPreviewBody } from './mapper.ts';
import type { CrsService } from './service.ts';

type Operation = 'listCrsChoices' | 'previewCrs' | 'setCrs';

export function crsRoutes({
  crs,
  jobs,
}: {
  crs: CrsService;
  jobs: Jobs;
}): Handlers<VaultOperations, Operation> {
  return {
    async listCrsChoices({ path, query }, actor, call) {
      const { q, layer, purpose = 'assign' } = query;
      const { entries, used } = await crs.choices(actor, withDatasetId(path, call), { q, layer, purpose });
      return { choices: entries.map((entry) => toChoiceBody(entry, used)) };
    },

    async previewCrs({ path, query }, _actor, call) {
      const request = { srid: path.srid, layer: query.layer };
      return toPreviewBody(await crs.preview(withDatasetId(path, call), request, call.signal));
    },

    async setCrs({ path, body }, actor, call) {
      const { srid, layers, version_label: label } = body;
      const job = await crs.requestChange(actor, withDatasetId(path, call), { srid, layers, label });
      return respondWithJob<VaultSchemas['Derived']>(jobs, job, { actor, call });
    },
  };
}
