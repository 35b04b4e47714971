import { createReadStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { multipartBody } from '@cairn/service';
import type { SafeFetch } from '@cairn/service';
import { isObject } from '../remote-calls/remote-client.ts';
import type { RemoteAnswer, RemoteClient } from '../remote-calls/remote-client.ts';
import type { Db } from '../../db/schema.ts';
import { commandsMissing, nodeStillBusy, uploadFailed, uploadUnderWay } from './errors.ts';
import { openNode } from './open-node.ts';
import type { CatalogNodeLogin } from './service.ts';
import type { NodeTimes } from './update-layers.ts';
import { claimUpload, releaseUpload } from './upload-repo.ts';

const UPLOAD_MS = 300_000;
/** For the requests before and between. */
const SPARE_MS = 60_000;

/** A file of GeoJSON whose name is that of its dataset. */
export interface UploadedFile {
  /** Of lower-case letters, digits and `_`. */
  dataset: string;
  path: string;
  size: number;
}

/**
 * Gives a GeoNode the rows of a table as a dataset of its own, and waits until it has them: the first time as a new one, then in its place
 * (`replace`). The dataset is known by its name, which is ours alone, so a repeat never makes a second one. One upload of it at a time: as
 * long as it is not known how a first one ended, the next one waits for the end of the claim.
 * @throws {AppError} conflict while it is being uploaded; bad_gateway with what the node says; gateway_timeout while it is still at it
 */
export async function uploadLayer(
  { db, fetch, times }: { db: Db; fetch: SafeFetch; times: NodeTimes },
  login: CatalogNodeLogin,
  file: UploadedFile,
): Promise<void> {
  const { dataset } = file;
  const claim = await claimUpload(db, { url: login.url, dataset }, UPLOAD_MS + times.totalMs + SPARE_MS);
  if (claim === null) throw uploadUnderWay(login.name);
  const node = openNode(fetch, login);
  let isKnown = true;
  try {
    const existing = await findDataset(node, dataset);
    isKnown = existing !== null;
    const answer = await sendUpload(node, file, existing);
    // A refusal; behind another failure the node may have begun.
    isKnown ||= answer.status >= 400 && answer.status < 500;
    const id = executionOf(node, answer);
    const status = await waitForEnd(node, id, { times, name: login.name });
    isKnown = true;
    if (status === 'failed') throw uploadFailed(login.name);
  } finally {
    if (isKnown) await releaseUpload(db, claim);
  }
}

async function waitForEnd(
  node: RemoteClient,
  id: string,
  { times, name }: { times: NodeTimes; name: string },
): Promise<'finished' | 'failed'> {
  const started = performance.now();
  for (;;) {
    const status = await readExecution(node, id);
    if (status === 'finished' || status === 'failed') return status;
    if (performance.now() - started >= times.totalMs) throw nodeStillBusy(name);
    await delay(times.pollMs);
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

async function sendUpload(
  node: RemoteClient,
  { dataset, path, size }: UploadedFile,
  existing: string | null,
): Promise<RemoteAnswer> {
  const { body, headers } = multipartBody([
    { name: 'action', value: existing === null ? 'upload' : 'replace' },
    ...(existing === null ? [] : [{ name: 'resource_pk', value: existing }]),
    {
      ...{ name: 'base_file', fileName: `${dataset}.geojson`, type: 'application/geo+json' },
      ...{ content: createReadStream(path), size },
    },
  ]);
  return node.send({
    ...{ method: 'POST', path: ['api', 'v2', 'uploads', 'upload'], body, headers },
    limits: { totalMs: UPLOAD_MS, idleMs: UPLOAD_MS },
  });
}

function executionOf(node: RemoteClient, answer: RemoteAnswer): string {
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
