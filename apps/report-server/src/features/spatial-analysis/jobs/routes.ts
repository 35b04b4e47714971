import { pipeline } from 'node:stream/promises';
import type { ReportServerOperations } from '@cairn/contracts';
import { respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toAnalysisJobBody } from './mapper.ts';
import type { AnalysisJobs } from './service.ts';

type Operation = 'listAnalysisJobs' | 'getAnalysisJob' | 'cancelAnalysisJob' | 'analysisJobResult';

export function analysisJobRoutes({
  analysisJobs,
}: {
  analysisJobs: AnalysisJobs;
}): Handlers<ReportServerOperations, Operation> {
  return {
    listAnalysisJobs: async ({ query: { limit = 50 } }, actor) => ({
      jobs: (await analysisJobs.list(actor, limit)).map(toAnalysisJobBody),
    }),
    getAnalysisJob: async ({ path: { id } }, actor) => toAnalysisJobBody(await analysisJobs.find(actor, id)),
    cancelAnalysisJob: async ({ path: { id } }, actor) => {
      await analysisJobs.cancel(actor, id);
      return respond(204);
    },
    analysisJobResult: streaming(async ({ input: { path, query }, actor, res }) => {
      const { format = 'json' } = query;
      const { bytes, size, fileName } = await analysisJobs.result(actor, path.id, format);
      if (format === 'geojson') res.attachment(fileName);
      res.setHeader('Content-Type', format === 'geojson' ? 'application/geo+json' : 'application/json');
      res.setHeader('Content-Length', size);
      res.setHeader('Cache-Control', 'no-store');
      await pipeline(bytes, res).catch((error: NodeJS.ErrnoException) => {
        // The client has left.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
      });
    }),
  };
}
