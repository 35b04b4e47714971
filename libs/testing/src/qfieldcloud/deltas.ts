import { QfcError, sendList } from './answer.ts';
import type { QfcExchange } from './answer.ts';
import type { QfcClock } from './clock.ts';
import { addJob } from './jobs.ts';
import { roleOf } from './projects.ts';
import { readUpload } from './read-fields.ts';
import { qgisProjectOf } from './store.ts';
import type { QfcDelta, QfcDeltaContent, QfcProject, QfcUser } from './types.ts';

const STATUSES: Record<QfcDelta['status'], string> = {
  pending: 'STATUS_PENDING',
  started: 'STATUS_BUSY',
  applied: 'STATUS_APPLIED',
  conflict: 'STATUS_CONFLICT',
  not_applied: 'STATUS_NOT_APPLIED',
  error: 'STATUS_ERROR',
  ignored: 'STATUS_IGNORED',
  unpermitted: 'STATUS_UNPERMITTED',
};
const REQUIRED = ['uuid', 'localPk', 'sourcePk', 'localLayerId', 'sourceLayerId', 'method'];

/** Readers may not see the deltas of a project. @throws {QfcError} permission_denied */
export function requireDeltas(project: QfcProject, user: QfcUser): void {
  const access = roleOf(project, user);
  if (!access || access.role === 'reader') throw new QfcError('permission_denied');
}

/** GET `/deltas/{id}/` and `/deltas/{id}/{deltafile}/`; only the first can be ordered, by `created_at`. */
export function listDeltas(exchange: QfcExchange, project: QfcProject, deltafileId: string | null): void {
  const deltas = project.deltas.filter((delta) => deltafileId === null || delta.deltafileId === deltafileId);
  const isDescending = deltafileId === null && exchange.query.get('ordering') === '-created_at';
  sendList(exchange, isDescending ? deltas.toReversed() : deltas, toDeltaBody);
}

/**
 * POST `/deltas/{id}/` with a deltafile as `file`. Deltas that are known are skipped; the others are pending, and a job that applies
 * them is queued. @throws {QfcError} empty_content, no_qgis_project, invalid_deltafile, or unknown_error for what fits no schema
 */
export async function uploadDeltas(
  { req, res }: QfcExchange,
  project: QfcProject,
  { user, clock }: { user: QfcUser; clock: QfcClock },
): Promise<void> {
  const file = await readUpload(req);
  const { id, project: projectId, deltas } = parseDeltafile(await file.text());
  if (qgisProjectOf(project) === null) throw new QfcError('no_qgis_project');
  if (projectId !== project.id) {
    throw new QfcError('invalid_deltafile', {
      message: `Deltafile's project id (${projectId}) doesn't match URL parameter project id (${project.id}).`,
    });
  }
  const known = new Set(project.deltas.map((delta) => delta.id));
  const added = deltas
    .filter(({ uuid }) => !known.has(uuid))
    .map((content) => addDelta(project, clock, { content, createdBy: user, deltafileId: id }));
  const pending = added.filter(({ status }) => status === 'pending');
  if (pending.length > 0) addJob(project, clock, { type: 'delta_apply', createdBy: user, deltas: pending });
  res.writeHead(200, { 'content-length': 0 });
  res.end();
}

export function addDelta(
  project: QfcProject,
  clock: QfcClock,
  delta: { content: QfcDeltaContent; createdBy: QfcUser; deltafileId: string; status?: QfcDelta['status'] },
): QfcDelta {
  const role = roleOf(project, delta.createdBy)?.role ?? 'reader';
  const mayChange = ['admin', 'manager', 'editor'].includes(role);
  const isPermitted = mayChange || (role === 'reporter' && delta.content.method === 'create');
  const createdAt = clock.now();
  const added: QfcDelta = {
    id: delta.content.uuid,
    createdAt,
    updatedAt: createdAt,
    status: isPermitted ? 'pending' : 'unpermitted',
    feedback: isPermitted ? null : { msg: 'User has no rights to create delta on this project.' },
    ...delta,
  };
  project.deltas.push(added);
  return added;
}

function parseDeltafile(text: string): { id: string; project: string; deltas: QfcDeltaContent[] } {
  try {
    const deltafile = JSON.parse(text.replaceAll('\\u0000', ''));
    const { version, id, project, deltas, files } = deltafile;
    const isComplete = deltas.every((delta: object) => REQUIRED.every((field) => field in delta));
    if (version === '1.0' && typeof id === 'string' && typeof project === 'string' && files && isComplete) {
      return deltafile;
    }
  } catch {
    // Said below.
  }
  throw new QfcError('unknown_error');
}

function toDeltaBody(delta: QfcDelta): object {
  return {
    id: delta.id,
    deltafile_id: delta.deltafileId,
    created_by: delta.createdBy.username,
    created_at: delta.createdAt,
    updated_at: delta.updatedAt,
    status: STATUSES[delta.status],
    output: delta.feedback === null ? null : JSON.stringify(delta.feedback),
    last_status: delta.status,
    last_feedback: delta.feedback,
    content: delta.content,
  };
}
