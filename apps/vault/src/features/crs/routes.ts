import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { EpsgEntry } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import type { Handlers } from '@cairn/service';
import { answerWithJob } from '../jobs/answer.ts';
import type { UsedCrs } from './repo.ts';
import type { CrsPreview, CrsService } from './service.ts';

type Operations = 'listCrsChoices' | 'previewCrs' | 'setCrs';

export function crsRoutes({
  crs,
  jobs,
}: {
  crs: CrsService;
  jobs: Jobs;
}): Handlers<VaultOperations, Operations> {
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
      const job = await crs.ask(actor, path, { srid, layers, label });
      return answerWithJob<VaultSchemas['Derived']>(jobs, job, { actor, call });
    },
  };
}

function toChoiceBody({ srid, name, kind, area }: EpsgEntry, used: UsedCrs[]): VaultSchemas['CrsChoice'] {
  const datasets = used.find((each) => each.srid === srid)?.datasets ?? 0;
  return { srid, name, kind, ...(area ? { area } : {}), ...(datasets > 0 ? { datasets } : {}) };
}

function toPreviewBody({ entry, isInArea, extent, features }: CrsPreview): VaultSchemas['CrsPreview'] {
  const { srid, name, area } = entry;
  return {
    srid,
    name,
    ...(area ? { area } : {}),
    in_area: isInArea,
    ...(extent ? { bbox: extent } : {}),
    features,
  };
}
