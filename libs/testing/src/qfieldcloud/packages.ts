import { QfcError, sendJson } from './answer.ts';
import type { QfcExchange } from './answer.ts';
import { downloadFile, toPackageFileBody } from './files.ts';
import { isAttachment } from './store.ts';
import type { QfcJob, QfcProject, QfcUser } from './types.ts';

/**
 * GET `/packages/{id}/latest/`. "Latest" leaves out unfinished jobs only, so that the files of a failed one can answer; and it is the
 * latest of this user, also when others asked before. @throws {QfcError} invalid_job, or unknown_error for a job without feedback
 */
export function getLatestPackage({ res }: QfcExchange, user: QfcUser, project: QfcProject): void {
  const job = latestPackage(project, user);
  const attachments = [...project.files.values()].filter(({ name }) => isAttachment(name));
  const files = [...job.files.values(), ...attachments];
  if (files.length === 0) throw new QfcError('invalid_job');
  if (!job.feedback) throw new QfcError('unknown_error');
  const outputs = job.feedback.outputs as { qgis_layers_data?: { layers_by_id: unknown } } | undefined;
  if (!outputs?.qgis_layers_data) throw new QfcError('unknown_error');
  sendJson(res, 200, {
    files: files.map(toPackageFileBody),
    layers: outputs.qgis_layers_data.layers_by_id,
    status: job.status,
    package_id: job.id,
    packaged_at: project.dataLastPackagedAt,
    data_last_updated_at: project.dataLastUpdatedAt,
  });
}

/** GET `/packages/{id}/latest/files/{path}/`. @throws {QfcError} invalid_job, object_not_found, invalid_http_range */
export async function downloadPackageFile(
  exchange: QfcExchange,
  project: QfcProject,
  { user, name, minimumRange }: { user: QfcUser; name: string; minimumRange: number },
): Promise<void> {
  const job = latestPackage(project, user);
  const files = isAttachment(name) ? project.files : job.files;
  await downloadFile(exchange, files, { name, minimumRange });
}

function latestPackage(project: QfcProject, user: QfcUser): QfcJob {
  const job = project.jobs.findLast(
    ({ type, status, createdBy }) =>
      type === 'package' && createdBy === user && !['pending', 'queued', 'started'].includes(status),
  );
  if (!job) throw new QfcError('invalid_job');
  return job;
}
