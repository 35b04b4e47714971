import { multipartBody } from '@cairn/service';
import type { SafeFetch } from '@cairn/service';
import { createRemoteClient } from '../remote-calls/remote-client.ts';
import type { RemoteAnswer } from '../remote-calls/remote-client.ts';
import { badAnswer } from './errors.ts';
import type { Bundle, Published, Publisher } from './types.ts';

/** For the upload and the work of the publisher with it. */
export const MAX_PUBLISH_MS = 600_000;
const MAX_ID = 200;
const MAX_URL = 2000;

/**
 * A publisher with an HTTP interface: `POST {url}/api/projects` makes a project, `PUT {url}/api/projects/{id}` replaces its files. Both
 * take the parts `manifest` (JSON) and `bundle` (ZIP) with a bearer token and an Idempotency-Key, and answer with `id` and `viewer_url`.
 * docs/design/field-sync.md describes it.
 */
export function createHttpPublisher(
  fetch: SafeFetch,
  { url, token }: { url: string; token: string },
): Publisher {
  const server = createRemoteClient(fetch, {
    ...{ url, authorization: `Bearer ${token}`, noun: 'publisher', secrets: [token] },
  });

  async function send(
    request: { method: 'POST' | 'PUT'; id?: string; key: string; signal: AbortSignal },
    { manifest, zip }: Bundle,
  ): Promise<RemoteAnswer> {
    const { method, id, key, signal } = request;
    const { body, headers } = multipartBody([
      {
        ...{ name: 'manifest', fileName: 'manifest.json', type: 'application/json' },
        content: Buffer.from(JSON.stringify(manifest)),
      },
      {
        ...{ name: 'bundle', fileName: 'bundle.zip', type: 'application/zip' },
        ...{ content: zip.stream, size: zip.size },
      },
    ]);
    return server.send({
      ...{ method, path: ['api', 'projects', ...(id === undefined ? [] : [id])], body, signal },
      headers: { ...headers, 'idempotency-key': key },
      limits: { totalMs: MAX_PUBLISH_MS, idleMs: MAX_PUBLISH_MS },
    });
  }

  function read(answer: RemoteAnswer): Published {
    if (answer.status < 200 || answer.status > 299)
      throw server.unexpected(answer, 'The project was not published');
    const { id, viewer_url: viewerUrl } = server.parse(answer);
    const text = typeof id === 'number' ? String(id) : id;
    const isId = typeof text === 'string' && text !== '' && text.length <= MAX_ID;
    // A path would follow segments of dots.
    if (!isId || /^\.{1,2}$/.test(text) || !isWebAddress(viewerUrl)) throw badAnswer(server.host);
    return { id: text, viewerUrl };
  }

  return {
    async publish(bundle, { id, firstSeq }, signal) {
      const first = await bundle();
      const { projectUuid, seq } = first;
      if (id !== null) {
        const answer = await send({ method: 'PUT', id, key: `${projectUuid}:${seq}`, signal }, first);
        if (answer.status !== 404 && answer.status !== 410) return read(answer);
        // Someone deleted it there: a new one, once for this one.
        const key = `${projectUuid}:${seq}:after ${encodeURIComponent(id)}`;
        return read(await send({ method: 'POST', key, signal }, await bundle()));
      }
      const made = read(await send({ method: 'POST', key: `${projectUuid}:${firstSeq}`, signal }, first));
      if (firstSeq === seq) return made;
      // The first attempt may have succeeded without our knowing, with the files of that time.
      const key = `${projectUuid}:${seq}`;
      return read(await send({ method: 'PUT', id: made.id, key, signal }, await bundle()));
    },
  };
}

function isWebAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= MAX_URL &&
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol)
  );
}
