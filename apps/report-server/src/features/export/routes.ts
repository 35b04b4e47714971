import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, forbidden, streaming } from '@cairn/service';
import type { AccessGuard, Handlers } from '@cairn/service';
import type { DatasourceService } from '../datasources/service.ts';
import type { QueryService } from '../query/service.ts';
import { csvOptions, sendExport } from './send-export.ts';
import type { ExportService } from './service.ts';

interface RouteDeps {
  exports: ExportService;
  auth: Pick<AccessGuard, 'identify'>;
  datasources: Pick<DatasourceService, 'requireReadable'>;
  queries: Pick<QueryService, 'openTable'>;
}

export function exportRoutes({
  exports,
  auth,
  datasources,
  queries,
}: RouteDeps): Handlers<ReportServerOperations, 'exportTable'> {
  return {
    exportTable: streaming(async ({ req, res, input: { query, body }, actor, call }) => {
      const stillMayRead = async () => {
        const now = await auth.identify(req);
        if (now.id !== actor.id)
          throw forbidden('report-server.export_ended', 'You are no longer signed in.');
        await datasources.requireReadable(now, body.datasource);
      };
      const opened = await queries.openTable(actor, body);
      await sendExport(res, exports, {
        ...{ opened, stillMayRead, format: query.format, request: body, csv: csvOptions(query) },
        ...{ cause: auditContext(actor, call), signal: call.signal },
      });
    }),
  };
}
