import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';
import type { TestDbadmin, Person } from './test-app.ts';

export interface ControlMessage {
  type: string;
  message?: string;
  session?: string;
  [more: string]: unknown;
}

/** What a page sees of a terminal. */
export interface Page {
  ws: WebSocket;
  /** Text frames so far. */
  messages: ControlMessage[];
  /** Everything shown so far, without the sequences that move and colour. */
  shown(): string;
  /** Bytes received so far. */
  bytes(): number;
  type(text: string): void;
  /** Types a line and waits for what it brings, from the line on. */
  enter(line: string, until?: RegExp): Promise<string>;
  control(message: Record<string, unknown>): void;
  /** Waits until what was shown from `from` on matches; fails after ten seconds with what there is. */
  until(pattern: RegExp, from?: number, ms?: number): Promise<string>;
  /** Waits for a control message. */
  message(matches: (message: ControlMessage) => boolean): Promise<ControlMessage>;
  closed: Promise<{ code: number; reason: string }>;
  /** Below the WebSocket. */
  connection(): Socket;
}

const MAX_SHOWN = 16_000_000;
/** What moves the cursor and switches modes. */
// oxlint-disable-next-line no-control-regex
const SEQUENCES = /\u001b\[[?0-9;]*[A-Za-z]/g;
// oxlint-disable-next-line no-control-regex
const BEGUN = /\u001b[^A-Za-z]*$/;
export const PROMPT = /=[#>] $/;

export interface Opened {
  path: string;
  query: Record<string, string | number>;
}

function addressOf(app: TestDbadmin, { path, query }: Opened): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `${app.url.replace('http', 'ws')}${path}?${search}`;
}

/** Opens a terminal as a signed-in person's page would. */
export async function openPage(app: TestDbadmin, person: Person, opened: Opened): Promise<Page> {
  const ws = new WebSocket(addressOf(app, opened), {
    headers: { cookie: person.cookie, origin: app.url },
  });
  const page = pageOf(ws);
  await once(ws, 'open');
  return page;
}

/** Status, type and body of a refused upgrade; 101 for one that succeeds. */
export async function upgradeOf(
  app: TestDbadmin,
  headers: Record<string, string>,
  opened: Opened,
): Promise<{ status: number; type?: string | undefined; body?: string }> {
  const ws = new WebSocket(addressOf(app, opened), { headers });
  return new Promise((resolve, reject) => {
    ws.on('error', reject);
    ws.on('open', () => (ws.terminate(), resolve({ status: 101 })));
    ws.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () =>
        resolve({ status: response.statusCode!, type: response.headers['content-type'], body }),
      );
    });
  });
}

function pageOf(ws: WebSocket): Page {
  const messages: ControlMessage[] = [];
  let text = '';
  /** The beginning of a sequence whose end is still to come. */
  let begun = '';
  let bytes = 0;
  const decoder = new TextDecoder();
  ws.on('error', () => {});
  ws.on('message', (data: string | Buffer) => {
    if (typeof data === 'string') return void messages.push(JSON.parse(data) as ControlMessage);
    bytes += data.length;
    if (text.length > MAX_SHOWN) return;
    begun += decoder.decode(data, { stream: true });
    const complete = begun.length - (BEGUN.exec(begun)?.[0].length ?? 0);
    text += begun.slice(0, complete).replace(SEQUENCES, '').replace(/\r/g, '');
    begun = begun.slice(complete);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    ws.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  const shown = (): string => text;
  const page: Page = {
    ws,
    messages,
    shown,
    bytes: () => bytes,
    type: (typed) => ws.send(Buffer.from(typed)),
    async enter(line, until = PROMPT) {
      const from = shown().length;
      page.type(`${line}\r`);
      return page.until(until, from + 1);
    },
    control: (message) => ws.send(JSON.stringify(message)),
    async until(pattern, from = 0, ms = 60_000) {
      const give = performance.now() + ms;
      while (!pattern.test(shown().slice(from))) {
        if (performance.now() > give) {
          throw new Error(
            `waited for ${pattern}, saw:\n${shown().slice(from).slice(-1000)}\n${JSON.stringify(messages)}`,
          );
        }
        await delay(10);
      }
      return shown().slice(from);
    },
    async message(matches) {
      const give = performance.now() + 60_000;
      for (;;) {
        const found = messages.find(matches);
        if (found) return found;
        if (performance.now() > give)
          throw new Error(`waited for another control message than ${JSON.stringify(messages)}`);
        await delay(5);
      }
    },
    closed,
    connection: () => (ws as unknown as { _socket: Socket })._socket,
  };
  return page;
}

/** A program that this process has started. */
export interface ChildProgram {
  pid: number;
  commandLine: string;
  environment: string;
  /** Real, effective, saved and file system user. */
  uids: string[];
}

/** The programs below this process whose command line matches. */
export function childPrograms(pattern: RegExp): ChildProgram[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        if (!status.includes(`\nPPid:\t${process.pid}\n`) || !pattern.test(commandLine)) return [];
        const uids = /\nUid:\t(.*)\n/.exec(status)![1]!.split('\t');
        return [
          {
            pid: Number(name),
            commandLine,
            uids,
            environment: readFileSync(`/proc/${name}/environ`, 'utf8'),
          },
        ];
      } catch {
        // It ended while it was looked at.
        return [];
      }
    });
}
