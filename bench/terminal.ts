import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';
import { postgresPrograms, stackAddress, startDbadminProcess } from './dbadmin-process.ts';
import type { DbadminProcess } from './dbadmin-process.ts';
import type { Measure } from './measurement.ts';
import { inFolder, median, memoryOf } from './vault-process.ts';

const ROUNDS = 5;
const ROWS = 400_000;
/** Typical rows: a number and some text. */
const ROWS_SQL = `SELECT n, md5(n::text) AS hash, repeat('x', 80) AS text FROM generate_series(1, ${ROWS}) AS n;`;
const FLOOD_SQL = `SELECT repeat('x', 200) FROM generate_series(1, 100000) \\watch 0.01`;
const STALLED = 10;
const STALL_MS = 5_000;
const KEYS = 300;

interface Shell {
  ws: WebSocket;
  /** The end of the output. */
  tail(): string;
  bytes(): number;
  type(text: string): void;
  /** Waits until the end of the output matches. */
  until(pattern: RegExp): Promise<void>;
}

/** psql in the terminal of database administration against psql into a pipe, slow readers, and typing beside a flood. */
export async function benchTerminal() {
  return inFolder(async (folder) => {
    const dbadmin = await startDbadminProcess(join(folder, 'storage'));
    try {
      const connection = await dbadmin.connect();
      // First, before the process has grown for other reasons.
      const stalled = await benchStalled(dbadmin, connection);
      const output = await benchOutput(dbadmin, connection);
      const echo = await benchEcho(dbadmin, connection);
      return { output, echo, stalled };
    } finally {
      await dbadmin.stop();
    }
  });
}

/** The same rows both ways, alternately; the first round warms up. */
async function benchOutput(dbadmin: DbadminProcess, connection: number) {
  const shell = await openShell(dbadmin, connection);
  const rounds: { raw: number; ours: number; bytes: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { seconds: raw, bytes } = await rawPsql();
    const ours = await ourPsql(shell);
    if (round > 0) rounds.push({ raw, ours, bytes });
  }
  shell.ws.close(1000);
  return rounds;
}

async function rawPsql(): Promise<{ seconds: number; bytes: number }> {
  const server = stackAddress();
  const started = performance.now();
  const child = spawn(join(postgresPrograms(), 'psql'), ['-X', '-P', 'pager=off', '-c', ROWS_SQL], {
    env: {
      PGHOST: server.hostname,
      PGPORT: server.port,
      PGUSER: decodeURIComponent(server.username),
      PGPASSWORD: decodeURIComponent(server.password),
      PGDATABASE: 'postgres',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`psql ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, bytes };
}

async function ourPsql(shell: Shell): Promise<number> {
  const started = performance.now();
  shell.type(`${ROWS_SQL}\r`);
  await shell.until(new RegExp(`\\(${ROWS} rows\\)`));
  return (performance.now() - started) / 1000;
}

/** The time from a key to its echo, while another terminal floods its page. */
async function benchEcho(dbadmin: DbadminProcess, connection: number) {
  const [flood, typing] = [await openShell(dbadmin, connection), await openShell(dbadmin, connection)];
  flood.type(`${FLOOD_SQL}\r`);
  const before = flood.bytes();
  const started = performance.now();
  const took: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    const letter = key % 2 === 0 ? 'x' : '\u007f';
    const echoed = once(typing.ws, 'message');
    const pressed = performance.now();
    typing.type(letter);
    await echoed;
    took.push(performance.now() - pressed);
    await delay(10);
  }
  const flooded = (flood.bytes() - before) / ((performance.now() - started) / 1000);
  for (const { ws } of [flood, typing]) ws.close(1000);
  return {
    p95: took.toSorted((a, b) => a - b)[Math.floor(KEYS * 0.95)] ?? NaN,
    median: median(took),
    flooded,
  };
}

/** Growth of the process for pages that stopped reading. */
async function benchStalled(dbadmin: DbadminProcess, connection: number) {
  const shells = await Promise.all(Array.from({ length: STALLED }, () => openShell(dbadmin, connection)));
  await delay(1_000);
  const before = memoryOf(dbadmin.pid, 'VmRSS');
  for (const shell of shells) {
    socketOf(shell).pause();
    shell.type(`${FLOOD_SQL}\r`);
  }
  await delay(STALL_MS);
  const growth = (memoryOf(dbadmin.pid, 'VmRSS') - before) / STALLED;
  // The shell of a page that disappears goes on running, which would slow down the next measurement.
  await Promise.all(
    shells.map(async (shell) => {
      socketOf(shell).resume();
      shell.ws.close(1000);
      await once(shell.ws, 'close');
    }),
  );
  return growth;
}

function socketOf({ ws }: Shell): Socket {
  return (ws as unknown as { _socket: Socket })._socket;
}

async function openShell({ url, cookie }: DbadminProcess, connection: number): Promise<Shell> {
  const path = `/api/terminal/ws/dbshell?connection_id=${connection}`;
  const ws = new WebSocket(url.replace('http', 'ws') + path, { headers: { cookie, origin: url } });
  let tail = '';
  let bytes = 0;
  let waiting: (() => void) | null = null;
  ws.on('message', (data: string | Buffer) => {
    if (typeof data === 'string') return;
    bytes += data.length;
    tail = (tail + data.toString('latin1', Math.max(0, data.length - 200))).slice(-200);
    waiting?.();
  });
  await once(ws, 'open');
  const shell: Shell = {
    ws,
    tail: () => tail,
    bytes: () => bytes,
    type: (text) => ws.send(Buffer.from(text)),
    until(pattern) {
      tail = '';
      return new Promise((resolve) => {
        waiting = () => {
          if (!pattern.test(tail)) return;
          waiting = null;
          resolve();
        };
        waiting();
      });
    },
  };
  await shell.until(/=# $/);
  return shell;
}

export const measure: Measure = async () => {
  const { output, echo, stalled } = await benchTerminal();
  const ratio = median(output.map(({ raw, ours }) => raw / ours));
  const speed = (way: 'raw' | 'ours') =>
    median(output.map((round) => round.bytes / round[way] / 1e6)).toFixed(0);
  const mebibytes = stalled / 1024 / 1024;
  return [
    {
      what: `dbadmin: ${ROWS.toLocaleString('en')} rows shown in a terminal against psql into a pipe`,
      measured: `${speed('ours')} of ${speed('raw')} MB/s, ${(output[0]!.bytes / 1e6).toFixed(0)} MB`,
      value: ratio.toFixed(2),
      goal: 'at least 0.8',
      met: ratio >= 0.8,
    },
    {
      what: 'dbadmin: from a key to its echo while another terminal floods',
      measured: `95 of 100 keys; median ${echo.median.toFixed(1)} ms, the flood ${(echo.flooded / 1e6).toFixed(0)} MB/s`,
      value: `${echo.p95.toFixed(1)} ms`,
      goal: 'below 50 ms',
      met: echo.p95 < 50,
    },
    {
      what: `dbadmin: memory for a terminal whose page has stopped reading, ${STALLED} of them flooding`,
      measured: `growth of the process within ${STALL_MS / 1000} s`,
      value: `${mebibytes.toFixed(1)} MiB`,
      goal: 'below 10 MiB',
      met: mebibytes < 10,
    },
  ];
};

if (import.meta.main) console.table(await measure());
