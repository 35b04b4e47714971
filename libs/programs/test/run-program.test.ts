import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  PROGRAM_ACCOUNT,
  linkInputFile,
  operand,
  probeSandbox,
  runProgram,
  moveOutputFile,
} from '../src/index.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cairn-programs-'));
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

function node(script: string, options: Partial<Parameters<typeof runProgram>[0]> = {}) {
  return runProgram({ program: process.execPath, args: ['-e', script], cwd, ...options });
}

const isRoot = process.getuid?.() === 0;

test('a program sees its job’s folder and no other file, process or network, under an account of its own', async () => {
  const { protection } = await probeSandbox();
  expect(protection).toBe(isRoot ? 'account' : 'user-namespace');
  const otherJob = await mkdtemp(join(tmpdir(), 'cairn-other-job-'));
  try {
    await writeFile(join(otherJob, 'encryption-keys'), 'first:secret', { mode: 0o644 });
    await chmod(otherJob, 0o755);
    const script = `
      const fs = require('fs');
      const tryTo = (work) => { try { return work() } catch (error) { return error.code } };
      console.log(JSON.stringify({
        uid: process.getuid(),
        groups: process.getgroups(),
        shadow: tryTo(() => fs.readFileSync('/etc/shadow', 'utf8')),
        accounts: tryTo(() => fs.readFileSync('/etc/passwd', 'utf8')),
        otherJob: tryTo(() => fs.readdirSync('${otherJob}')),
        checkout: tryTo(() => fs.readdirSync('${import.meta.dirname}')),
        processes: fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length,
        interfaces: Object.keys(require('os').networkInterfaces()),
        outside: tryTo(() => fs.writeFileSync('/usr/written', '')),
        root: tryTo(() => fs.writeFileSync('/written', '')),
        capabilities: /CapEff:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1],
        own: tryTo(() => fs.writeFileSync('result', 'done')) ?? null,
      }))`;
    const seen = JSON.parse((await node(script)).stdout) as Record<string, unknown>;
    expect(seen).toEqual({
      uid: isRoot ? PROGRAM_ACCOUNT : process.getuid?.(),
      groups: expect.not.arrayContaining([0]),
      shadow: 'ENOENT',
      accounts: 'ENOENT',
      otherJob: 'ENOENT',
      checkout: 'ENOENT',
      // bubblewrap, what limits the program, and the program at most.
      processes: expect.any(Number),
      // A loopback of its own, on which no process listens.
      interfaces: ['lo'],
      outside: expect.stringMatching(/EROFS|EACCES/),
      root: expect.stringMatching(/EROFS|EACCES/),
      capabilities: '0000000000000000',
      own: null,
    });
    expect(seen.processes).toBeLessThanOrEqual(3);
    await expect(readFile(join(cwd, 'result'), 'utf8')).resolves.toBe('done');
  } finally {
    await rm(otherJob, { recursive: true, force: true });
  }
});

test('a file that is lent is read without a copy and cannot be changed, whatever the mode of the original', async () => {
  const original = join(cwd, 'original');
  const job = join(cwd, 'job');
  await mkdir(job, { mode: 0o700 });
  await writeFile(original, 'content', { mode: 0o600 });
  const name = await linkInputFile(original, job, 'source');
  expect((await stat(join(job, name))).ino).toBe((await stat(original)).ino);
  const script = `
    const fs = require('fs');
    const tryTo = (work) => { try { work(); return 'done' } catch (error) { return error.code } };
    console.log(JSON.stringify([
      fs.readFileSync('${name}', 'utf8'),
      tryTo(() => fs.writeFileSync('${name}', 'changed')),
      tryTo(() => fs.chmodSync('${name}', 0o666)),
      tryTo(() => fs.linkSync('${name}', 'mine')),
      tryTo(() => fs.unlinkSync('${name}')),
    ]))`;
  const [content, ...attempts] = JSON.parse((await node(script, { cwd: job })).stdout) as string[];
  expect(content).toBe('content');
  for (const attempt of attempts) expect(['EROFS', 'EXDEV', 'EPERM', 'EACCES']).toContain(attempt);
  await expect(readFile(original, 'utf8')).resolves.toBe('content');
  expect((await stat(original)).mode & 0o007).toBe(0);
});

test('a program writes into a folder that is lent for that, as the account of this process on request, and sees the accounts it is given', async () => {
  const lent = await mkdtemp(join(tmpdir(), 'cairn-lent-'));
  try {
    const job = join(cwd, 'job');
    await mkdir(job, { mode: 0o700 });
    await writeFile(join(cwd, 'accounts'), 'somebody:x:1:1::/:/bin/false\n', { mode: 0o644 });
    const script = `
      const fs = require('fs');
      fs.writeFileSync('${lent}/result', fs.readFileSync('/etc/passwd'));
      try { fs.writeFileSync('${cwd}/other', ''); } catch (error) { console.log(error.code); }
      console.log(/CapEff:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]);`;
    const { stdout } = await node(script, {
      ...{ cwd: job, writes: [lent], ownAccount: true, accountsFile: join(cwd, 'accounts') },
    });
    // CAP_CHOWN, CAP_DAC_OVERRIDE and CAP_FOWNER.
    expect(stdout).toBe(`EROFS\n00000000000000${isRoot ? '0b' : '00'}\n`);
    await expect(readFile(join(lent, 'result'), 'utf8')).resolves.toMatch(/^somebody:/);
    expect((await stat(join(lent, 'result'))).uid).toBe(process.getuid?.());
    expect((await stat(lent)).uid).toBe(process.getuid?.());
  } finally {
    await rm(lent, { recursive: true, force: true });
  }
});

test('a link that a program leaves in place of its result is removed, not followed', async () => {
  const secret = join(tmpdir(), `${cwd.split('/').at(-1)}-secret`);
  await writeFile(secret, 'secret', { mode: 0o600 });
  try {
    await expect(node(`require('fs').symlinkSync('${secret}', 'result')`)).rejects.toMatchObject({
      reason: 'failed',
    });
    expect(existsSync(join(cwd, 'result'))).toBe(false);
    await expect(
      node(`require('fs').mkdirSync('a'); require('fs').symlinkSync('/', 'a/b')`),
    ).rejects.toThrow();
    await mkdir(join(cwd, 'mine'));
    await expect(moveOutputFile(join(cwd, 'mine'), join(cwd, 'result'))).rejects.toThrow();
    expect(existsSync(join(cwd, 'result'))).toBe(false);
  } finally {
    await rm(secret);
  }
});

test('a program never gets a shared folder as its own', async () => {
  await expect(runProgram({ program: '/bin/true', args: [], cwd: tmpdir() })).rejects.toThrow(
    'folder of one job',
  );
  const { stdout } = await runProgram({ program: '/bin/pwd', args: [] });
  expect(stdout).toBe('/tmp\n');
});

test('without a sandbox programs run only when the operator accepts that', async () => {
  const script = `
    import { runProgram } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
    const run = () => runProgram({ program: '/bin/echo', args: ['ran'] }).then((out) => out.stdout.trim(), (error) => error.message);
    console.log(await run());
    process.env.ALLOW_UNSANDBOXED_PROGRAMS = 'true';
    console.log(await run());`;
  // As in a container whose runtime allows no namespaces: they cannot be created, and root has no capabilities.
  const without = `echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --inh-caps=-all --bounding-set=-all -- "$@"`;
  const node = [process.execPath, '--input-type=module-typescript', '--disable-warning=ExperimentalWarning'];
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['-r', '--', '/bin/sh', '-c', without, 'sh', ...node, '-e', script],
    { env: { PATH: '/usr/bin:/bin' }, cwd },
  );
  expect(stdout.split('\n')[0]).toContain('ALLOW_UNSANDBOXED_PROGRAMS=true');
  expect(stdout.split('\n')[1]).toBe('ran');
});

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
  expect((await probeSandbox()).limits).toBe(true);
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
  expect((await probeSandbox()).protection).not.toBe('none');
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
    sandboxed: false,
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
  await expect(node(script, { timeLimitMs: 300, graceMs: 300, sandboxed: false })).rejects.toMatchObject({
    reason: 'timeout',
  });
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

test('a program reads the file that was opened, whatever has its name in the meantime', async () => {
  const path = join(cwd, 'checked');
  await writeFile(path, 'what was checked', { mode: 0o600 });
  const file = openSync(path, 'r');
  await rm(path);
  await writeFile(path, 'something else');
  try {
    const { stdout } = await runProgram({ program: '/bin/cat', args: [], cwd, input: file });
    expect(stdout).toBe('what was checked');
    const again = { program: '/bin/cat', args: ['/dev/fd/3'], cwd, files: [file] };
    for (const sandboxed of [true, false])
      expect((await runProgram({ ...again, sandboxed })).stdout).toBe('what was checked');
  } finally {
    closeSync(file);
  }
});

test('a program in the sandbox writes to a file that it cannot find', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-elsewhere-'));
  const path = join(folder, 'result');
  const file = openSync(path, 'w', 0o600);
  const args = ['-c', `echo hidden; test ! -e ${path}`];
  try {
    await runProgram({ program: '/bin/sh', args, cwd, stdout: file });
    expect(await readFile(path, 'utf8')).toBe('hidden\n');
  } finally {
    closeSync(file);
    await rm(folder, { recursive: true });
  }
});

test('a program without a folder of its own reads the files below /tmp that are named, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-elsewhere-'));
  const [named, other] = ['named', 'other'].map((name) => join(folder, name)) as [string, string];
  try {
    await chmod(folder, 0o755);
    await Promise.all([named, other].map((path) => writeFile(path, 'content', { mode: 0o644 })));
    const script = `cat ${named}; test ! -e ${other} && echo own > /tmp/written`;
    const { stdout } = await runProgram({ program: '/bin/sh', args: ['-c', script], reads: [named] });
    expect(stdout).toBe('content');
  } finally {
    await rm(folder, { recursive: true });
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
