import type { ReportServerOperations } from '@cairn/contracts';
import { badRequest, JsonText, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { checkGeojson } from './check-geojson.ts';
import { JOBS_PATH } from './jobs/mapper.ts';
import type { AnalysisJobs } from './jobs/service.ts';
import { toAnalysisText, toCapabilities, toRunLimits } from './mapper.ts';
import { checkGeometry, readVersions } from './repo.ts';
import type { AnalysisService } from './service.ts';

type Operation = 'runAnalysis' | 'validateGeometry' | 'analysisCapabilities';

export function analysisRoutes({
  analyses,
  analysisJobs,
  db,
}: {
  analyses: AnalysisService;
  analysisJobs: Pick<AnalysisJobs, 'queue'>;
  db: Db;
}): Handlers<ReportServerOperations, Operation> {
  return {
    runAnalysis: async ({ body }, actor, { signal, request, basePath }) => {
      if (/\brespond-async\b/i.test(String(request.headers.prefer ?? ''))) {
        const { id } = await analysisJobs.queue(actor, body);
        return respond(
          202,
          { job_id: String(id) },
          { 'Preference-Applied': 'respond-async', Location: `${basePath}${JOBS_PATH}/${id}` },
        );
      }
      return new JsonText(toAnalysisText(await analyses.run(actor, body, { signal })));
    },
    validateGeometry: async ({ body: { geometry, srid = 4326 } }) => {
      checkGeojson(geometry, { isGeographic: srid === 4326 });
      const checked = await checkGeometry(db, JSON.stringify(geometry), srid);
      if (!checked) throw badRequest('report-server.unknown_srid', `srid: PostGIS does not know ${srid}.`);
      return { ...checked, location: parse(checked.location), repaired: parse(checked.repaired) };
    },
    analysisCapabilities: async () => ({
      ...toRunLimits(),
      analyses: toCapabilities(),
      versions: await readVersions(db),
    }),
  };
}

function parse(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}
