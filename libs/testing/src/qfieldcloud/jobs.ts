import { randomUUID } from 'node:crypto';
import { QfcError, sendJson, sendList } from './answer.ts';
import type { QfcExchange } from './answer.ts';
import type { QfcClock } from './clock.ts';
import { readFields } from './read-fields.ts';
import { isAttachment, qgisProjectOf } from './store.ts';
import type { QfcDelta, QfcJob, QfcJobStatus, QfcJobType, QfcProject, QfcUser } from './types.ts';

const UNFINISHED = new Set<QfcJobStatus>(['pending', 'queued', 'started']);
const TYPES = new Set<string>(['package', 'delta_apply', 'process_projectfile']);

/** POST `/jobs/` `{project_id, type, force}`: 201, or 200 with the unfinished job. @throws {QfcError} no_qgis_project */
export async function createJob(
  exchange: QfcExchange,
  user: QfcUser,
  deps: { clock: QfcClock; find(id: unknown): QfcProject },
): Promise<void> {
  const { project_id: id, type, force = 0 } = await readFields(exchange.req);
  const project = deps.find(id);
  if (!TYPES.has(type)) throw new QfcError('unknown_error');
  if (type === 'package' && Number(force) === 0) {
    const unfinished = project.jobs.find(({ status }) => UNFINISHED.has(status));
    if (unfinished) return sendJson(exchange.res, 200, toJobBody(unfinished, project));
    if (qgisProjectOf(project) === null) throw new QfcError('no_qgis_project');
  }
  const job = addJob(project, deps.clock, { type, createdBy: user });
  return sendJson(exchange.res, 201, toJobBody(job, project));
}

/** GET `/jobs/?project_id=`: without output and feedback. */
export function listJobs(exchange: QfcExchange, project: QfcProject): void {
  sendList(exchange, project.jobs, (job) => {
    const { output: _output, feedback: _feedback, ...body } = toJobBody(job, project);
    return body;
  });
}

/** GET `/jobs/{id}/`. */
export function getJob({ res }: QfcExchange, project: QfcProject, job: QfcJob): void {
  sendJson(res, 200, toJobBody(job, project));
}

export function addJob(
  project: QfcProject,
  clock: QfcClock,
  job: { type: QfcJobType; createdBy: QfcUser; deltas?: QfcDelta[] },
): QfcJob {
  const createdAt = clock.now();
  const added: QfcJob = {
    id: randomUUID(),
    status: 'pending',
    createdAt,
    updatedAt: createdAt,
    startedAt: null,
    finishedAt: null,
    output: null,
    feedback: null,
    files: new Map(),
    deltas: [],
    ...job,
  };
  project.jobs.push(added);
  return added;
}

/** How a worker ends a package job; the files of a failed one are those that it had uploaded before. */
export function endPackage(
  project: QfcProject,
  job: QfcJob,
  { status, clock, output }: { status: 'finished' | 'failed'; clock: QfcClock; output: string },
): void {
  const startedAt = job.startedAt ?? clock.now();
  const names = [...project.files.keys()].filter((name) => !isAttachment(name));
  const uploaded = status === 'finished' ? names : names.slice(0, 1);
  for (const name of uploaded) {
    const file = project.files.get(name)!;
    job.files.set(name, { ...file, versions: file.versions.slice(0, 1) });
  }
  const layers = Object.fromEntries(
    [...project.layers.keys()].map((id) => [id, { id, is_valid: true, error_code: 'no_error' }]),
  );
  const steps = [{ id: 'package_project', stage: 1, status: status === 'finished' ? 3 : 4 }];
  job.feedback = {
    feedback_version: '3.0',
    steps,
    outputs: { qgis_layers_data: { layers_by_id: layers } },
    ...(status === 'failed' ? { error: output, error_type: 'UNKNOWN', error_origin: 'container' } : {}),
  };
  endJob(job, { status, clock, output });
  job.startedAt = startedAt;
  if (status === 'finished') project.dataLastPackagedAt = startedAt;
}

export function endJob(
  job: QfcJob,
  { status, clock, output }: { status: QfcJobStatus; clock: QfcClock; output: string },
): void {
  job.startedAt ??= clock.now();
  job.status = status;
  job.output = output;
  job.finishedAt = clock.now();
  job.updatedAt = job.finishedAt;
}

function toJobBody(job: QfcJob, project: QfcProject): Record<string, unknown> {
  return {
    id: job.id,
    created_at: job.createdAt,
    created_by: job.createdBy.id,
    finished_at: job.finishedAt,
    project_id: project.id,
    started_at: job.startedAt,
    status: job.status,
    type: job.type,
    updated_at: job.updatedAt,
    feedback: job.feedback,
    output: job.output,
  };
}
