import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { join, resolve } from 'node:path';
import { createTestRegistry, listen, startService } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import type { TestVault, Person } from './test-app.ts';

const SOURCE = resolve(import.meta.dirname, '../src');

interface Options {
  script?: 'main.ts' | 'worker.ts';
  env?: Record<string, string>;
  /** A program that runs it, such as prlimit with its options. */
  through?: string[];
}

/** Starts the vault as a separate process on the database and storage of a test app. Resolves when it is ready. */
export function startVault(
  { config }: TestVault,
  { script = 'main.ts', ...more }: Options = {},
): Promise<RunningService> {
  return startService({ script: join(SOURCE, script), config, ...more });
}

/** A portal for the vault: saves resources in the tables of the portal, and knows no databases of other services. */
export async function startFakePortal(app: TestVault) {
  const registry = createTestRegistry(app.admin, 'vault');

  async function answer(method: string, path: string, body: Record<string, unknown>): Promise<number> {
    const [, , kind, resourceType = '', key = ''] = path.split('/');
    if (kind !== 'resources') return 200;
    const resource = { resourceType, resourceKey: decodeURIComponent(key) };
    if (method === 'DELETE') await registry.forgetResource(resource);
    else {
      await registry.registerResource({
        ...resource,
        displayName: body.display_name as string,
        ...(body.owner_id === undefined ? {} : { ownerId: body.owner_id as number }),
        url: body.url as string,
        replaces: (body.replaces ?? []) as string[],
      });
    }
    return 200;
  }

  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString()));
    req.on('end', () => {
      void answer(req.method ?? '', req.url ?? '', JSON.parse(text || '{}')).then(
        (status) => {
          const body = req.url === '/internal/platform-databases' ? '{"items":[]}' : '{}';
          res.writeHead(status, { 'content-type': 'application/json' }).end(body);
        },
        () => res.writeHead(500).end(),
      );
    });
  });
  const url = await listen(server);
  return { url, registered: registry.registered, close: () => new Promise((done) => server.close(done)) };
}

export interface SlowUpload {
  request: ClientRequest;
  /** Sends a part of the file and waits until it is written. */
  send(bytes: number): Promise<void>;
  /** Ends the form; resolves with the status. */
  finish(): Promise<number>;
}

/** A multipart upload that the test controls: sends `head`, then bytes on request. */
export function beginUpload(
  url: string,
  person: Person,
  options: { fileName: string; head?: Uint8Array },
): SlowUpload {
  const boundary = 'x-cairn-boundary';
  const upload = request(`${url}/projects/1/upload`, {
    method: 'POST',
    headers: {
      cookie: person.cookie,
      accept: 'application/json',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answered = new Promise<number>((done, fail) => {
    upload.once('response', (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    upload.once('error', fail);
  });
  answered.catch(() => undefined);
  upload.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${options.fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  if (options.head) upload.write(options.head);
  return {
    request: upload,
    async send(bytes) {
      const piece = Buffer.alloc(64 * 1024, 0x20);
      for (let sent = 0; sent < bytes; sent += piece.length) {
        if (!upload.write(piece)) await new Promise<void>((drained) => upload.once('drain', () => drained()));
      }
    },
    finish() {
      upload.end(`\r\n--${boundary}--\r\n`);
      return answered;
    },
  };
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** A line of /proc/<pid>/status in bytes, such as VmHWM or VmRSS. */
export function memoryOf(pid: number, line: 'VmHWM' | 'VmRSS'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
}
