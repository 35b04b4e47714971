import { Readable } from 'node:stream';
import { inTransaction } from '@cairn/db';
import { badRequest } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import type { ProjectService } from '../projects/service.ts';
import { deleteLog, readLog } from './log-repo.ts';
import type { StoredLine } from './log-repo.ts';

export type LogService = ReturnType<typeof createLogService>;

/** The logs of projects, which runs and polls write. */
export function createLogService({
  db,
  projects,
}: {
  db: Db;
  projects: Pick<ProjectService, 'get' | 'getReadable'>;
}) {
  return {
    /** The whole log as text, a line each, oldest first. @throws {AppError} not_found, forbidden */
    async open(actor: Actor, projectId: number): Promise<{ fileName: string; body: Readable }> {
      const { id } = await projects.getReadable(actor, projectId);
      async function* text() {
        for await (const lines of readLog(db, id)) yield lines.map(toText).join('');
      }
      return { fileName: `project-${id}.log`, body: Readable.from(text(), { objectMode: false }) };
    },

    /** Returns how many lines it removed. @throws {AppError} bad_request, not_found */
    async empty(form: { id?: string; op?: string }, cause: AuditContext): Promise<number> {
      if (form.op !== 'empty')
        throw badRequest('field_sync.action_missing', 'The form does not say what to do. Send op=empty.');
      const project = await projects.get(requireId('id', form.id));
      return inTransaction(db, {}, async (trx) => {
        const lines = await deleteLog(trx, project.id);
        await recordAudit(trx, {
          ...{ event: 'log.emptied', objectId: project.id, subject: project.name, cause },
          details: { lines },
        });
        return lines;
      });
    },
  };
}

/** Further lines of a message are indented, so that each line without indentation begins a message. */
function toText({ at, level, runId, message }: StoredLine): string {
  const run = runId === null ? '' : ` run ${runId}`;
  return `${at.toISOString()} ${level}${run}: ${message.replaceAll(/\r?\n/g, '\n  ')}\n`;
}
