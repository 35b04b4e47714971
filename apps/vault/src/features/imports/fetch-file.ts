import type { JobContext } from '@cairn/jobs';
import { OutboundError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { VaultDatabase } from '../../db/schema.ts';
import type { Destination, IngestResult, Origin } from '../versions/types.ts';
import { registerObject } from './remote/register.ts';
import { download } from './download.ts';
import { objectSource, urlSource } from './file-source.ts';
import type { FileSource } from './file-source.ts';
import { createByteReport } from './progress.ts';
import type { ImportDeps } from './service.ts';
import type { ImportRequest } from './types.ts';

interface Fetch {
  request: ImportRequest;
  actor: Actor;
  destination: Destination;
  context: JobContext<VaultDatabase>;
}

/** Percent of the job when the bytes are there. */
const ARRIVED = 85;

/** Makes a version of what a request names: a copy of the file, or a note of where it stays. */
export function fetchFile(parts: ImportDeps, fetch: Fetch): Promise<IngestResult> {
  const { what } = fetch.request;
  return what.kind === 's3' && what.mode === 'remote' ? registerRemote(parts, fetch) : copy(parts, fetch);
}

async function copy(
  { safeFetch, store, storage, ingest, maxBytes, maxMs, retryMs }: ImportDeps,
  { request, actor, destination, context }: Fetch,
): Promise<IngestResult> {
  const { signal, progress, commit } = context;
  const from = { safeFetch, store, limits: { maxBytes, totalMs: maxMs } };
  const { what, secrets } = request;
  const source: FileSource =
    what.kind === 'url'
      ? urlSource(from, secrets.url ?? what.address)
      : objectSource(from, { place: what.place, keys: secrets.keys ?? null });
  progress(0, 'Asking for the file');
  // A server may cut its connections for ever, and each begins its own time anew.
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new OutboundError('late', 'The server took longer than is allowed for one file.')),
    maxMs,
  );
  const { fileName, file } = await download(source, {
    storage,
    maxBytes,
    retryMs,
    signal: AbortSignal.any([signal, late.signal]),
    fallbackName: request.dataset,
    onBytes: createByteReport(progress, { upTo: ARRIVED }),
  }).finally(() => clearTimeout(timer));
  progress(ARRIVED, 'Checking the file');
  return ingest.ingest({
    fileName,
    file,
    destination,
    author: { id: actor.id, username: actor.username },
    origin: originOf(request),
    signal,
    commit,
  });
}

async function registerRemote(
  parts: ImportDeps,
  { request, actor, destination, context }: Fetch,
): Promise<IngestResult> {
  const { what, secrets } = request;
  if (what.kind !== 's3') throw new Error('only objects of a store can stay where they are');
  const { signal, progress, commit } = context;
  const { place } = what;
  progress(10, 'Looking at the object');
  const { checked, saveSource } = await registerObject(parts, {
    object: { place, keys: secrets.keys ?? null },
    fileName: place.key.split('/').at(-1) ?? place.key,
    signal,
  });
  signal.throwIfAborted();
  progress(ARRIVED, 'Noting where it lies');
  return parts.versionWriter.write({
    author: { id: actor.id, username: actor.username },
    destination,
    checked,
    saveSource,
    origin: originOf(request),
    commit,
  });
}

function originOf({ what, label }: ImportRequest): Origin {
  const parameters =
    what.kind === 'url'
      ? { url: what.address }
      : { endpoint: what.place.endpoint, bucket: what.place.bucket, key: what.place.key, mode: what.mode };
  return {
    operation: what.kind === 'url' ? 'import_url' : 'import_s3',
    parameters,
    ...(label === null ? {} : { label }),
  };
}
