import type { ReportServerOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import { readReportKey } from '../executions/read-request.ts';
import { toConfigBody } from './mapper.ts';
import { textsOfParams } from '../executions/read-params.ts';
import type { ParameterService } from './service.ts';

type Operation = 'reportConfig' | 'lookupParameter' | 'lookupDependentParameter';

export function parameterRoutes({
  parameters,
}: {
  parameters: ParameterService;
}): Handlers<ReportServerOperations, Operation> {
  return {
    reportConfig: async ({ path: { key } }, actor) => {
      const report = await parameters.openReport(actor, readReportKey(key));
      return toConfigBody(report, report.description);
    },
    lookupParameter: ({ path, query: { q, limit = 200 } }, actor) =>
      parameters.lookup(actor, {
        report: readReportKey(path.key),
        parameter: path.name,
        params: {},
        q,
        limit,
      }),
    lookupDependentParameter: ({ path, body: { params = {}, q, limit = 200 } }, actor) =>
      parameters.lookup(actor, {
        ...{ report: readReportKey(path.key), parameter: path.name, q, limit },
        params: textsOfParams(params),
      }),
  };
}
