import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { operand, probeFence, runProgram } from '../src/index.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cairn-programs-'));
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

function node(script: string, options: Partial<Parameters<typeof runProgram>[0]> = {}) {
  return runProgram({ program: process.execPath, args: ['-e', script], cwd, ...options });
}

test('a program gets its arguments as they are and nothing of the environment', async () => {
  process.env.CAIRN_TEST_SECRET = 'secret';
  const { stdout } = await runProgram({ program: '/usr/bin/env', args: [], cwd });
  expect(stdout).not.toContain('secret');
  expect(stdout).toContain(`HOME=${cwd}`);
  const echoed = await runProgram({ program: '/bin/echo', args: ['$(id)', '; id', '`id`'], cwd });
  expect(echoed.stdout).toBe('$(id) ; id `id`\n');
});

test('a relative program, a NUL and names that look like options are refused', async () => {
  await expect(runProgram({ program: 'env', args: [], cwd })).rejects.toThrow('absolute');
  await expect(runProgram({ program: '/bin/echo', args: ['a\0b'], cwd })).rejects.toThrow('NUL');
  expect(() => operand('-sql')).toThrow();
  expect(() => operand('@/etc/passwd')).toThrow();
  expect(operand('countries')).toBe('countries');
});

test('a program that takes too long is killed with everything that it started', async () => {
  const marker = join(cwd, 'late');
  const script = `require('child_process').spawn('/bin/sh', ['-c', 'sleep 1; touch ${marker}'], {stdio: 'inherit'}); setInterval(() => {}, 1000)`;
  await expect(node(script, { timeLimitMs: 400 })).rejects.toMatchObject({ reason: 'timeout' });
  await new Promise((done) => setTimeout(done, 1_200));
  await expect(rm(marker)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a program that writes without end is killed', async () => {
  const script = `const b = 'x'.repeat(65536); for (;;) require('fs').writeSync(1, b)`;
  await expect(node(script, { maxOutputBytes: 1_000_000 })).rejects.toMatchObject({ reason: 'output' });
});

test('a program that takes too much memory dies, and this process lives', async () => {
  expect((await probeFence()).limits).toBe(true);
  const script = `const all = []; for (;;) all.push(Buffer.alloc(1 << 24, 1))`;
  const limits = { memoryBytes: 512 * 1024 * 1024 };
  await expect(node(script, { limits })).rejects.toMatchObject({ name: 'ProgramError' });
});

test('an abort kills the program', async () => {
  const leaving = new AbortController();
  const run = node('setInterval(() => {}, 1000)', { signal: leaving.signal });
  setTimeout(() => leaving.abort(), 200);
  await expect(run).rejects.toMatchObject({ reason: 'aborted' });
});

test('a program reaches a server only where the network was opened to it', async () => {
  expect((await probeFence()).network).toBe(true);
  let calls = 0;
  const server = createServer((_req, res) => {
    calls += 1;
    res.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const script = `fetch('http://127.0.0.1:${(server.address() as AddressInfo).port}/').then(() => 0, () => process.exit(3))`;
  try {
    await expect(node(script)).rejects.toMatchObject({ exitCode: 3 });
    expect(calls).toBe(0);
    await node(script, { network: 'open' });
    expect(calls).toBe(1);
  } finally {
    server.close();
  }
});

test('a program that is stopped may clean up before it is killed', async () => {
  const leaving = new AbortController();
  const lines: string[] = [];
  const script = `process.on('SIGTERM', () => { console.error('cleaned up'); process.exit(0) }); console.error('ready'); setInterval(() => {}, 1000)`;
  const run = node(script, {
    signal: leaving.signal,
    graceMs: 5_000,
    onErrorLine: (line) => {
      lines.push(line);
      if (line === 'ready') leaving.abort();
    },
  });
  await expect(run).rejects.toMatchObject({ reason: 'aborted' });
  expect(lines).toEqual(['ready', 'cleaned up']);
});

test('a program that does not heed SIGTERM is killed when its grace is over', async () => {
  const script = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
  const started = Date.now();
  await expect(node(script, { timeLimitMs: 300, graceMs: 300 })).rejects.toMatchObject({ reason: 'timeout' });
  expect(Date.now() - started).toBeLessThan(5_000);
});

test('each line of the error output is heard, also beyond what is kept of it', async () => {
  const lines: string[] = [];
  const script = `for (let i = 0; i < 5000; i += 1) console.error('line ' + i + ' é'.repeat(20)); process.stderr.write('end')`;
  const { stderr } = await node(script, { onErrorLine: (line) => lines.push(line) });
  expect(lines).toHaveLength(5_001);
  expect(lines.at(-1)).toBe('end');
  expect(lines[4_999]).toBe(`line 4999${' é'.repeat(20)}`);
  expect(Buffer.byteLength(stderr)).toBeLessThanOrEqual(64 * 1024);
});

test('what one program writes another reads', async () => {
  const pipe = new PassThrough();
  const bytes = 10 * 1024 * 1024;
  const [, { stdout }] = await Promise.all([
    node(`process.stdout.write(Buffer.alloc(${bytes}, 120))`, { stdout: pipe }),
    node(`let n = 0; process.stdin.on('data', (c) => n += c.length).on('end', () => console.log(n))`, {
      input: pipe,
    }),
  ]);
  expect(Number(stdout)).toBe(bytes);
  const short = await node('process.exit(0)', { input: Readable.from(['unread']) });
  expect(short.stdout).toBe('');
});

test('a program reads the file that was opened, whatever lies under its name by then', async () => {
  const path = join(cwd, 'checked');
  await writeFile(path, 'what was checked');
  const file = openSync(path, 'r');
  await rm(path);
  await writeFile(path, 'something else');
  try {
    const { stdout } = await runProgram({ program: '/bin/cat', args: ['/dev/fd/3'], cwd, files: [file] });
    expect(stdout).toBe('what was checked');
  } finally {
    closeSync(file);
  }
});

test('limits may be lifted where work takes as long as its data do', async () => {
  const limits = { cpuSeconds: null, fileBytes: null };
  const { stdout } = await runProgram({
    program: '/bin/sh',
    args: ['-c', 'ulimit -t; ulimit -f'],
    cwd,
    limits,
    timeLimitMs: null,
  });
  expect(stdout).toBe('unlimited\nunlimited\n');
});
