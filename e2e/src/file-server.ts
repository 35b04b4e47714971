import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Served {
  body: Buffer;
  /** Sends this many bytes and waits for `release`. */
  holdAt?: number;
  /** Cuts the first connection after this many bytes. */
  cutAt?: number;
}

export type FileServer = Awaited<ReturnType<typeof openFileServer>>;

/** A web server with files, as others have them: sizes, ETags and ranges. It can be slow or break off. */
export async function openFileServer() {
  const files = new Map<string, Served>();
  const waiting = new Map<string, (() => void)[]>();
  const ranges: string[] = [];
  const server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', 'http://files').pathname;
    const file = files.get(path);
    if (!file) {
      res.writeHead(404).end();
      return;
    }
    if (req.headers.range) ranges.push(req.headers.range);
    send(req, res, { file, onHold: (go) => waiting.set(path, [...(waiting.get(path) ?? []), go]) });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ranges that were asked for. */
    ranges,
    put: (path: string, file: Served) => void files.set(path, file),
    /** Sends the rest of what is held back, now and from now on. */
    release(path: string): void {
      delete files.get(path)?.holdAt;
      for (const go of waiting.get(path) ?? []) go();
      waiting.delete(path);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Sending {
  file: Served;
  onHold: (go: () => void) => void;
}

function send(req: IncomingMessage, res: ServerResponse, { file, onHold }: Sending): void {
  const { body } = file;
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '') ?? [];
  const start = Number(from || 0);
  const end = to === '' ? body.length : Math.min(Number(to) + 1, body.length);
  const part = body.subarray(start, end);
  res.writeHead(from === '' ? 200 : 206, {
    etag: '"one"',
    'accept-ranges': 'bytes',
    'content-length': part.length,
    ...(from === '' ? {} : { 'content-range': `bytes ${start}-${end - 1}/${body.length}` }),
  });
  if (req.method === 'HEAD') {
    res.end();
  } else if (file.cutAt !== undefined) {
    const first = part.subarray(0, file.cutAt);
    delete file.cutAt;
    res.write(first, () => setTimeout(() => res.destroy(), 20));
  } else if (file.holdAt !== undefined) {
    res.write(part.subarray(0, file.holdAt));
    const held = file.holdAt;
    onHold(() => res.end(part.subarray(held)));
  } else {
    res.end(part);
  }
}
