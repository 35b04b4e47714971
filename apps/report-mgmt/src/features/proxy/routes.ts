import type { ReportMgmtOperations } from '@cairn/contracts';
import { AppError, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { readRun } from './read-run.ts';
import { sendBytes, sendDocument } from './send-document.ts';
import type { ProxyService } from './service.ts';

type Operation = 'executeReport' | 'reportImage';

export function proxyRoutes({ proxy }: { proxy: ProxyService }): Handlers<ReportMgmtOperations, Operation> {
  return {
    executeReport: streaming(({ input: { query, openQuery }, actor, call, res }) =>
      proxy.run(readRun(query, openQuery), { actor, signal: call.signal }, (document) =>
        sendDocument(res, document),
      ),
    ),

    // Its refusals have no body.
    reportImage: streaming(async ({ input: { query }, actor, call, res }) => {
      const request = { report: query._repName ?? query.report, image: query.image, uuid: query.uuid };
      const picture = await proxy.picture(actor, request, call.signal).catch((error: unknown) => {
        if (call.signal.aborted) throw error;
        return statusOfFailure(error);
      });
      if (picture === null || typeof picture === 'number') {
        res.status(picture ?? 403).end();
        return;
      }
      res.setHeader('Content-Type', picture.mime);
      if (picture.length !== null) res.setHeader('Content-Length', picture.length);
      await sendBytes(res, picture.body);
    }),
  };
}

function statusOfFailure(error: unknown): number {
  if (!(error instanceof AppError)) return 502;
  if (error.kind === 'unavailable') return 503;
  return ['bad_request', 'forbidden', 'not_found'].includes(error.kind) ? 403 : 502;
}
