import { setTimeout as delay } from 'node:timers/promises';
import type { SafeFetch } from '@cairn/service';
import { isObject } from '../remote-calls/remote-client.ts';
import type { RemoteClient } from '../remote-calls/remote-client.ts';
import { noCelery, nodeStillBusy, updateFailed } from './errors.ts';
import { openNode } from './open-node.ts';
import type { CatalogNodeLogin } from './service.ts';

export interface NodeTimes {
  /** Between two questions. */
  pollMs: number;
  /** A job that waits this long has nobody to do it. */
  queuedMs: number;
  /** Nobody waits longer for an answer of ours. */
  totalMs: number;
}

export const NODE_TIMES: NodeTimes = { pollMs: 1_000, queuedMs: 60_000, totalMs: 300_000 };

interface NodeJob {
  id: number;
  status: string;
  /** Of Celery, once the job is finished. */
  outcome: string | null;
}

interface LayerOfWorkspace {
  workspace: string;
  layer: string;
}

/**
 * Has a GeoNode read a layer from its GeoServer, and waits until it has: a job of its command `updatelayers`, which superusers may start
 * (GeoNode, `management_commands_http`). False where the node does not offer that command.
 * @throws {AppError} bad_gateway with what the node says; gateway_timeout while nobody does the job
 */
export async function updateLayers(
  { fetch, times }: { fetch: SafeFetch; times: NodeTimes },
  login: CatalogNodeLogin,
  { workspace, layer }: LayerOfWorkspace,
): Promise<boolean> {
  const node = openNode(fetch, login);
  let job = await startJob(node, ['-w', workspace, '-f', layer]);
  if (!job) return false;
  const started = performance.now();
  while (job.status !== 'FINISHED') {
    const waited = performance.now() - started;
    if (job.status === 'QUEUED' && waited >= times.queuedMs) throw noCelery(login.name, waited);
    if (waited >= times.totalMs) throw nodeStillBusy(login.name);
    await delay(times.pollMs);
    job = await readJob(node, job.id);
  }
  // The outcome may come a moment after the end.
  if (job.outcome === null || job.outcome === 'PENDING') job = await readJob(node, job.id);
  if (job.outcome !== 'SUCCESS') throw updateFailed(login.name, layer);
  return true;
}

async function startJob(node: RemoteClient, args: string[]): Promise<NodeJob | null> {
  const what = 'The catalog node was not updated';
  const answer = await node.send({
    ...{ method: 'POST', end: '/', path: ['api', 'v2', 'management', 'commands', 'updatelayers', 'jobs'] },
    body: JSON.stringify({ args, kwargs: {}, autostart: true }),
    headers: { 'content-type': 'application/json' },
  });
  if (answer.status === 404) return null;
  if (answer.status !== 201) throw node.unexpected(answer, what);
  const { data } = node.parse(answer);
  if (!isObject(data) || !Number.isInteger(data.id)) throw node.unexpected(answer, what);
  return toJob(data);
}

async function readJob(node: RemoteClient, id: number): Promise<NodeJob> {
  const path = ['api', 'v2', 'management', 'jobs', String(id), 'status'];
  const answer = await node.send({ path, end: '/' });
  if (answer.status !== 200) throw node.unexpected(answer, 'The job of the catalog node was not read');
  return toJob({ ...node.parse(answer), id });
}

function toJob(body: Record<string, unknown>): NodeJob {
  const meta = isObject(body.celery_task_meta) ? body.celery_task_meta : {};
  return {
    ...{ id: Number(body.id), status: String(body.status) },
    outcome: typeof meta.status === 'string' ? meta.status : null,
  };
}
