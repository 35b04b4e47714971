import { createReadStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { multipartBody } from '@cairn/service';
import type { SafeFetch } from '@cairn/service';
import { isObject } from '../remote-calls/remote-client.ts';
import type { RemoteClient } from '../remote-calls/remote-client.ts';
import { commandsMissing, nodeStillBusy, uploadFailed } from './errors.ts';
import { openNode } from './open-node.ts';
import type { CatalogNodeLogin } from './service.ts';
import type { NodeTimes } from './update-layers.ts';

const UPLOAD_MS = 300_000;

/** A file of GeoJSON whose name is that of its dataset. */
export interface UploadedFile {
  /** Of lower-case letters, digits and `_`. */
  dataset: string;
  path: string;
  size: number;
}

/**
 * Gives a GeoNode the rows of a table as a dataset of its own, and waits until it has them: the first time as a new one, then in its place
 * (`replace`). The dataset is known by its name, which is ours alone, so a repeat never makes a second one.
 * @throws {AppError} bad_gateway with what the node says; gateway_timeout while it is still at it
 */
export async function uploadLayer(
  { fetch, times }: { fetch: SafeFetch; times: NodeTimes },
  login: CatalogNodeLogin,
  file: UploadedFile,
): Promise<void> {
  const node = openNode(fetch, login);
  const existing = await findDataset(node, file.dataset);
  const id = await startUpload(node, file, existing);
  const started = performance.now();
  let status = await readExecution(node, id);
  while (status !== 'finished') {
    if (status === 'failed') throw uploadFailed(login.name);
    if (performance.now() - started >= times.totalMs) throw nodeStillBusy(login.name);
    await delay(times.pollMs);
    status = await readExecution(node, id);
  }
}

/** The key of a dataset; null if it does not exist. GeoNode keeps uploads in a workspace of its own. */
async function findDataset(node: RemoteClient, name: string): Promise<string | null> {
  const query = { 'filter{alternate}': `geonode:${name}` };
  const answer = await node.send({ path: ['api', 'v2', 'resources'], query });
  if (answer.status === 404) throw commandsMissing(node.host);
  if (answer.status !== 200) throw node.unexpected(answer, 'The datasets of the catalog node were not read');
  const { resources } = node.parse(answer);
  const [found] = Array.isArray(resources) ? resources : [];
  return isObject(found) ? String(found.pk) : null;
}

async function startUpload(
  node: RemoteClient,
  { dataset, path, size }: UploadedFile,
  existing: string | null,
): Promise<string> {
  const { body, headers } = multipartBody([
    { name: 'action', value: existing === null ? 'upload' : 'replace' },
    ...(existing === null ? [] : [{ name: 'resource_pk', value: existing }]),
    {
      ...{ name: 'base_file', fileName: `${dataset}.geojson`, type: 'application/geo+json' },
      ...{ content: createReadStream(path), size },
    },
  ]);
  const answer = await node.send({
    ...{ method: 'POST', path: ['api', 'v2', 'uploads', 'upload'], body, headers },
    limits: { totalMs: UPLOAD_MS, idleMs: UPLOAD_MS },
  });
  const what = 'The layer was not uploaded';
  if (answer.status !== 200 && answer.status !== 201) throw node.unexpected(answer, what);
  const { execution_id: id } = node.parse(answer);
  if (typeof id !== 'string' || id === '') throw node.unexpected(answer, what);
  return id;
}

async function readExecution(node: RemoteClient, id: string): Promise<string> {
  const answer = await node.send({ path: ['api', 'v2', 'executionrequest', id] });
  if (answer.status !== 200) throw node.unexpected(answer, 'The upload to the catalog node was not read');
  const { request } = node.parse(answer);
  return isObject(request) ? String(request.status) : '';
}
