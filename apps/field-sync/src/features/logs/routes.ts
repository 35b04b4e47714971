import { pipeline } from 'node:stream/promises';
import type { FieldSyncOperations } from '@cairn/contracts';
import { auditContext, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { LogService } from './service.ts';

type Operation = 'projectLog' | 'projectLogAction';

export function logRoutes({ logs }: { logs: LogService }): Handlers<FieldSyncOperations, Operation> {
  return {
    projectLog: streaming(async ({ req, res, input: { query }, actor }) => {
      const { fileName, body } = await logs.open(actor, query.id);
      res.attachment(fileName).setHeader('Cache-Control', 'no-store').type('text/plain; charset=utf-8');
      if (req.method === 'HEAD') body.destroy();
      else return pipeline(body, res);
      res.end();
    }),
    projectLogAction: async ({ body }, actor, call) => {
      const lines = await logs.empty(body, auditContext(actor, call));
      return { success: true, message: `Removed ${lines} ${lines === 1 ? 'line' : 'lines'}.` };
    },
  };
}
