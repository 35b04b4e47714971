import type { Call } from '@cairn/service';
import type { Response } from 'express';
import { FORMATS } from './formats.ts';
import { sendDocument, setDocumentHeaders } from './send-document.ts';
import type { ExecutionService } from './service.ts';
import type { Runner, RunRequest } from './types.ts';

/** Runs a report and answers with its document. */
export async function answerRun(
  executions: Pick<ExecutionService, 'run'>,
  { request, runner }: { request: RunRequest; runner: Runner },
  { call, res }: { call: Pick<Call, 'signal'>; res: Response },
): Promise<void> {
  await executions.run(
    { request, runner, signal: call.signal },
    async ({ report, id, ignored }, document, size) => {
      setDocumentHeaders(res, {
        format: FORMATS[request.format],
        fileName: request.fileName,
        defaultName: report.title,
        ...(size === null ? {} : { size }),
      });
      res.setHeader('X-Execution-Id', id);
      if (ignored.length > 0)
        res.setHeader('X-Ignored-Parameters', ignored.map(encodeURIComponent).join(', '));
      await sendDocument(res, document);
    },
  );
}
