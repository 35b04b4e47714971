import type { Auth } from '@cairn/auth';
import type { JobContext } from '@cairn/jobs';
import { forbidden } from '@cairn/service';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import type { Storage } from '@cairn/files';
import type { KeptObject } from '@cairn/files';
import type { Db, ReportServerDatabase } from '../../db/schema.ts';
import { FORMATS } from './formats.ts';
import type { RunPreparation } from './prepare-run.ts';
import { failExecution, findExecution, finishExecution, startExecution } from './repo.ts';
import { recordAttempt } from './run-end.ts';
import { fileNameOf } from './send-document.ts';
import type { ExecutionService } from './service.ts';
import type { RunRequest } from './types.ts';

/** How long the document of such a run is kept. */
const OUTPUT_MS = 24 * 3_600_000;

export interface ExecutionJobDeps {
  db: Db;
  auth: Pick<Auth, 'user'>;
  storage: Storage;
  executions: Pick<ExecutionService, 'execute'>;
  preparation: Pick<RunPreparation, 'prepareRun'>;
}

/** Runs a report in a worker and stores its document. The rights of its requester are those of now. */
export function executeReportJob({ db, auth, storage, executions, preparation }: ExecutionJobDeps) {
  return async function run(
    { execution_id: id, request }: { execution_id: string; request: RunRequest },
    context: JobContext<ReportServerDatabase>,
  ): Promise<{ execution_id: string }> {
    const { signal, progress, commit } = context;
    const onFailure = (error: unknown) => recordAttempt(db, { id, error, context });
    const execution = await findExecution(db, id);
    if (!execution || execution.status === 'cancelled') return { execution_id: id };
    await startExecution(db, id);
    const actor = execution.requestedBy === null ? null : await auth.user(execution.requestedBy);
    if (!actor) {
      const message = 'The user who started this run no longer has an account.';
      await failExecution(db, id, { status: 'failed', code: 'report-server.requester_gone', message });
      throw forbidden('report-server.requester_gone', message);
    }
    const asked = await preparation
      .prepareRun(request, { actor, via: execution.via })
      .catch(async (error: unknown) => {
        await onFailure(error);
        throw error;
      });
    // Its document is kept longer than pictures are, and has another address: HTML holds its pictures.
    const prepared = { ...asked, task: { ...asked.task, storesPictures: false } };
    const format = FORMATS[request.format];
    const kept: { object: KeptObject | null } = { object: null };
    try {
      await executions.execute(id, prepared, {
        signal,
        onProgress: progress,
        onFailure,
        async send(document) {
          const bytes = new PassThrough();
          const [staged] = await Promise.all([storage.stage(bytes, { signal }), pipeline(document, bytes)]);
          kept.object = await staged.keep();
        },
        async onEnd(figures) {
          const object = kept.object;
          if (!object) throw new Error('the run sent no document');
          await commit((trx) =>
            finishExecution(trx, id, {
              figures,
              output: {
                object: object.key,
                name: fileNameOf(format, { fileName: request.fileName, defaultName: prepared.report.title }),
                mime: format.mime,
                expiresAt: new Date(Date.now() + OUTPUT_MS),
              },
            }),
          );
        },
      });
      await kept.object?.confirm();
    } catch (error) {
      await kept.object?.deferToSweeper();
      throw error;
    }
    return { execution_id: id };
  };
}
