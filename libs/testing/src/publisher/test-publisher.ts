import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PublishedProject {
  id: string;
  manifest: Record<string, any>;
  /** The archive. */
  bundle: Buffer;
}

export type TestPublisher = Awaited<ReturnType<typeof startTestPublisher>>;

/**
 * A publisher as field-sync expects one: `POST /api/projects`, `PUT /api/projects/{id}`, multipart with `manifest` and `bundle`, a bearer
 * token, and an Idempotency-Key under which a request is done once.
 */
export async function startTestPublisher() {
  const token = `pub-${randomBytes(12).toString('hex')}`;
  const projects = new Map<string, PublishedProject>();
  const done = new Map<string, string>();
  const requests: { method: string; url: string; key: string; length: string | undefined }[] = [];
  const hooks: {
    /** May answer a request itself (true). */
    before: ((req: IncomingMessage, res: ServerResponse) => boolean) | null;
    /** Runs after a request was done, and may keep its answer back (true). */
    after: ((res: ServerResponse) => boolean) | null;
  } = { before: null, after: null };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { method = '', url = '' } = req;
    const key = String(req.headers['idempotency-key'] ?? '');
    requests.push({ method, url, key, length: req.headers['content-length'] });
    if (hooks.before?.(req, res)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (req.headers.authorization !== `Bearer ${token}`) return send(401, { error: 'unauthorized' });
    const [, id] = /^\/api\/projects(?:\/([^/]+))?$/.exec(url) ?? [];
    const isNew = method === 'POST' && id === undefined && url === '/api/projects';
    if (!isNew && !(method === 'PUT' && id !== undefined && projects.has(decodeURIComponent(id))))
      return send(404, { error: 'not found' });
    const name = `${method} ${url} ${key}`;
    const doneId = done.get(name) ?? (isNew ? `p${projects.size + 1}` : decodeURIComponent(id!));
    if (!done.has(name)) {
      const form = await new Response(Buffer.concat(chunks), {
        headers: { 'content-type': req.headers['content-type'] ?? '' },
      }).formData();
      const [manifest, bundle] = [form.get('manifest'), form.get('bundle')];
      if (!(manifest instanceof Blob) || !(bundle instanceof Blob)) return send(400, { error: 'parts' });
      projects.set(doneId, {
        ...{ id: doneId, manifest: JSON.parse(await manifest.text()) as Record<string, any> },
        bundle: Buffer.from(await bundle.arrayBuffer()),
      });
      done.set(name, doneId);
    }
    if (hooks.after?.(res)) return;
    send(isNew ? 201 : 200, { id: doneId, viewer_url: `https://viewer.example/${doneId}` });
  }

  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    ...{
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token,
      projects,
      requests,
      hooks,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
