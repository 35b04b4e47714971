import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, forbidden, streaming, watchIdentity } from '@cairn/service';
import type { AccessGuard, Handlers } from '@cairn/service';
import type { DatasourceService } from '../datasources/service.ts';
import type { ExportService } from './service.ts';

interface RouteDeps {
  exports: ExportService;
  auth: Pick<AccessGuard, 'identify'>;
  datasources: Pick<DatasourceService, 'requireReadable'>;
}

export function exportRoutes({
  exports,
  auth,
  datasources,
}: RouteDeps): Handlers<ReportServerOperations, 'exportTable'> {
  return {
    exportTable: streaming(async ({ req, res, input: { query, body }, actor, call }) => {
      const stillMayRead = async () => {
        const now = await auth.identify(req);
        if (now.id !== actor.id)
          throw forbidden('report-server.export_ended', 'You are no longer signed in.');
        await datasources.requireReadable(now, body.datasource);
      };
      const { rows, truncated } = await exports.run(actor, {
        format: query.format,
        request: body,
        csv: { raw: query.raw === '1', bom: query.bom === '1' },
        cause: auditContext(actor, call),
        signal: call.signal,
        begin({ mime, name }) {
          res.attachment(name);
          res.setHeader('Content-Type', mime);
          res.setHeader('Cache-Control', 'no-store');
          res.setHeader('Trailer', 'X-Row-Count, X-Truncated');
          return res;
        },
        watch: (onLost) =>
          watchIdentity(stillMayRead, (reason) => onLost(forbidden('report-server.export_ended', reason))),
      });
      res.addTrailers({ 'X-Row-Count': String(rows), 'X-Truncated': String(truncated) });
      res.end();
    }),
  };
}
