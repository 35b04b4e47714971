import type { ReportServerOperations } from '@cairn/contracts';
import { respond, streaming } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import type { Response } from 'express';
import { FORMATS } from './formats.ts';
import { answerRun } from './answer-run.ts';
import { toExecutionBody } from './mapper.ts';
import { readRunRequest, readTimeZone } from './read-request.ts';
import type { GatewayFields } from './read-request.ts';
import { textsOfParams } from './read-params.ts';
import { readTemplate } from '../reports/template.ts';
import { answerPicture, sendDocument, setDocumentHeaders } from './send-document.ts';
import type { ExecutionService } from './service.ts';
import type { Via } from './types.ts';

type Operation =
  | 'executeReport'
  | 'executeReportForm'
  | 'executeReportLegacy'
  | 'previewReport'
  | 'reportImage'
  | 'listExecutions'
  | 'getExecution'
  | 'cancelExecution'
  | 'executionOutput';

type OpenFields = Readonly<Record<string, readonly string[]>>;

export function executionRoutes({
  executions,
}: {
  executions: ExecutionService;
}): Handlers<ReportServerOperations, Operation> {
  const run = async (
    fields: GatewayFields,
    open: OpenFields,
    exchange: { actor: Actor; call: Call; res: Response },
  ) => runReportRequest(executions, { fields, open, ...exchange });
  return {
    executeReport: streaming(async ({ input, ...exchange }) => run(input.query, input.openQuery, exchange)),
    executeReportLegacy: streaming(async ({ input, ...exchange }) =>
      run(input.query, input.openQuery, exchange),
    ),
    executeReportForm: streaming(async ({ input, ...exchange }) => run(input.body, input.openForm, exchange)),
    previewReport: streaming(async ({ input: { body }, actor, call, res }) => {
      const { template } = readTemplate(body.template);
      const request = {
        template,
        datasource: body.datasource ?? null,
        parameters: textsOfParams(body.parameters ?? {}),
        timeZone: readTimeZone(body.time_zone, 'time_zone'),
      };
      await executions.preview({ ...request, actor, signal: call.signal }, async (document, size) => {
        const names = { fileName: null, defaultName: template.title };
        setDocumentHeaders(res, { format: FORMATS.pdf, ...names, ...(size === null ? {} : { size }) });
        await sendDocument(res, document);
      });
    }),
    reportImage: streaming(async ({ input: { query }, actor, res }) =>
      answerPicture(res, await executions.picture(actor, { id: query.uuid, image: query.image })),
    ),
    listExecutions: async ({ query: { report, status, before, limit = 50 } }, actor) => ({
      executions: (
        await executions.list(actor, { report, status, limit, before: before ? new Date(before) : undefined })
      ).map(toExecutionBody),
    }),
    getExecution: async ({ path: { id } }, actor) => toExecutionBody(await executions.find(actor, id)),
    cancelExecution: async ({ path: { id } }, actor) => {
      await executions.cancel(actor, id);
      return respond(204);
    },
    executionOutput: streaming(async ({ input: { path }, actor, res }) => {
      const { document, size, name, format } = await executions.output(actor, path.id);
      setDocumentHeaders(res, { format, size, fileName: null, defaultName: name });
      await sendDocument(res, document);
    }),
  };
}

async function runReportRequest(
  executions: ExecutionService,
  {
    fields,
    open,
    actor,
    call,
    res,
  }: { fields: GatewayFields; open: OpenFields; actor: Actor; call: Call; res: Response },
): Promise<void> {
  const request = readRunRequest(fields, open);
  const runner = { actor, via: viaOf(actor) };
  if (/\brespond-async\b/i.test(String(call.request.headers.prefer ?? ''))) {
    const { id, jobId } = await executions.queue({ request, runner });
    res.status(202).set({ 'Preference-Applied': 'respond-async', 'Cache-Control': 'no-store' });
    res
      .location(`${call.basePath}/api/v1/executions/${id}`)
      .json({ execution_id: id, job_id: String(jobId) });
    return;
  }
  await answerRun(executions, { request, runner }, { call, res });
}

function viaOf({ via }: Actor): Via {
  return via === 'token' ? 'pat' : via === 'service' ? 'service' : 'session';
}
