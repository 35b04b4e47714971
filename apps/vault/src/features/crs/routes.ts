import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import type { Handlers } from '@cairn/service';
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
    async listCrsChoices({ path, query }, actor) {
      const { q, layer, purpose = 'assign' } = query;
      const { entries, used } = await crs.choices(actor, path, { q, layer, purpose });
      return { choices: entries.map((entry) => toChoiceBody(entry, used)) };
    },

    async previewCrs({ path, query }, _actor, { signal }) {
      return toPreviewBody(await crs.preview(path, { srid: path.srid, layer: query.layer }, signal));
    },

    async setCrs({ path, body }, actor, call) {
      const { srid, layers, version_label: label } = body;
      const job = await crs.requestChange(actor, path, { srid, layers, label });
      return respondWithJob<VaultSchemas['Derived']>(jobs, job, { actor, call });
    },
  };
}
