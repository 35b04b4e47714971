import { isName } from '../check-answer.ts';
import { damaged } from '../outcome.ts';
import type { ProviderFile, ProviderProject, WaitingEdits } from '../types.ts';
import type { QfcDelta, QfcFile, QfcProject } from './types.ts';

/** Names the state of a project that has no file yet. */
const EMPTY = 'empty';
/** Of deltas whose edits are in nobody's GeoPackage. */
const WAITING = ['STATUS_CONFLICT', 'STATUS_NOT_APPLIED', 'STATUS_ERROR', 'STATUS_PENDING'];
const MAX_NEWEST = 10;
const MAX_REASON = 300;

export function toVersion({
  data_last_updated_at: watermark,
}: QfcProject): Pick<ProviderProject, 'version' | 'updatedAt'> {
  const version = watermark || EMPTY;
  if (!isName(version)) throw damaged('a project whose data_last_updated_at is no time.');
  return { version, updatedAt: toDate(version) };
}

export function toProviderProject(project: QfcProject): ProviderProject {
  return { id: project.id, label: `${project.owner}/${project.name}`, ...toVersion(project) };
}

/** The latest version of a file. Its id pins the bytes, whatever is uploaded in the meantime. */
export function toProviderFile({ versions, ...file }: QfcFile): ProviderFile {
  const listed = Array.isArray(versions) ? versions : [];
  const latest = listed.find((each) => each?.is_latest) ?? listed[0] ?? null;
  if (latest && !isName(latest.version_id)) throw damaged('a version of a file without an id.');
  const sha256 = latest?.sha256 ?? file.sha256;
  const modifiedAt = toDate(latest?.uploaded_at ?? file.uploaded_at);
  return {
    path: file.name,
    size: latest?.size ?? file.size,
    ...(typeof sha256 === 'string' && sha256 !== '' ? { sha256: sha256.toLowerCase() } : {}),
    ...(latest ? { versionId: latest.version_id } : {}),
    ...(modifiedAt ? { modifiedAt } : {}),
  };
}

/** `deltas` are the newest first. */
export function toWaitingEdits(deltas: QfcDelta[]): WaitingEdits {
  const waiting = deltas.filter(({ status }) => WAITING.includes(status));
  const byStatus: Record<string, number> = {};
  for (const { status } of waiting) byStatus[toStatus(status)] = (byStatus[toStatus(status)] ?? 0) + 1;
  const newest = waiting.slice(0, MAX_NEWEST).map((delta) => ({
    label: toLabel(delta),
    status: toStatus(delta.status),
    author: delta.created_by ?? null,
    at: toDate(delta.created_at),
    reason: toReason(delta.last_feedback),
  }));
  return { count: waiting.length, byStatus, newest, conflictFiles: [] };
}

/** `STATUS_NOT_APPLIED` is `not_applied`. */
function toStatus(status: string): string {
  return status.replace(/^STATUS_/, '').toLowerCase();
}

/** Such as `patch trees_5f0c 12`: what QField did to which feature. */
function toLabel({ content = {} }: QfcDelta): string {
  const { method, sourceLayerId, localLayerId, sourcePk, localPk } = content;
  return [method, sourceLayerId || localLayerId, sourcePk || localPk].filter(Boolean).join(' ');
}

/** `msg` of the feedback of a worker, with the values that conflict and the errors of the layer's data source. */
function toReason(feedback: unknown): string | null {
  if (typeof feedback !== 'object' || feedback === null) return null;
  const { msg, conflicts, provider_errors: errors } = feedback as Record<string, unknown>;
  const texts = [msg, conflicts, errors].flat().filter((each) => typeof each === 'string' && each !== '');
  return texts.join('; ').slice(0, MAX_REASON) || null;
}

function toDate(text: string | null | undefined): Date | null {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
