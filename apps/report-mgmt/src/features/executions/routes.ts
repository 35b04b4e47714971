import type { ReportMgmtOperations } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import { respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { sendOutput } from '../deliveries/send-output.ts';
import { readCursor, toCursor } from './cursor.ts';
import { toDetailsBody, toExecutionBody } from './mapper.ts';
import type { ExecutionService } from './service.ts';

type Operation =
  'listExecutions' | 'getExecution' | 'executionOutput' | 'cancelExecution' | 'runExecutionAgain';

interface Deps {
  executions: ExecutionService;
  storage: Pick<Storage, 'open'>;
}

export function executionRoutes({ executions, storage }: Deps): Handlers<ReportMgmtOperations, Operation> {
  return {
    async listExecutions({ query: { cursor, schedule, limit = 50, ...filter } }, actor, { basePath }) {
      const page = await executions.list(actor, {
        ...{ ...filter, limit, scheduleId: schedule },
        after: cursor === undefined ? undefined : readCursor(cursor),
      });
      return {
        executions: page.executions.map((run) => toExecutionBody(run, { actor, basePath })),
        next_cursor: page.next && toCursor(page.next),
      };
    },
    getExecution: async ({ path }, actor, { basePath }) =>
      toDetailsBody(await executions.details(actor, path.id), { actor, basePath }),
    executionOutput: streaming(async ({ input: { path }, actor, req, res }) => {
      const { at, ...output } = await executions.output(actor, path.id);
      await sendOutput(storage, output, { req, res, modified: at });
    }),
    cancelExecution: async ({ path }, actor, { basePath }) =>
      toExecutionBody(await executions.cancel(actor, path.id), { actor, basePath }),
    runExecutionAgain: async ({ path, body }, actor, { basePath }) => {
      const run = await executions.runAgain(actor, path.id, { mail: body?.mail ?? false });
      return respond(202, toExecutionBody(run, { actor, basePath }));
    },
  };
}
