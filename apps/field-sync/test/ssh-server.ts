import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '@cairn/programs';
import { until } from '@cairn/testing';

const run = promisify(execFile);
const NEEDS = ['sshd', 'ssh-keygen', 'useradd', 'userdel', 'openssl', 'rsync', 'ssh'];

/** Why this machine cannot have a server with an account for tests; null where it can. */
export function sshServerMissing(): string | null {
  if (process.getuid?.() !== 0) return 'Tests that copy to another machine need root, to create an account.';
  const missing = NEEDS.filter((name) => program(name) === null);
  return missing.length === 0
    ? null
    : `Tests that copy to another machine need the programs ${missing.join(', ')}.`;
}

export type SshServer = Awaited<ReturnType<typeof startSshServer>>;

/** A real SSH server on a loopback port, with host keys of its own and an account that exists until it is closed. */
export async function startSshServer() {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-sshd-'));
  // The account goes through it to its home.
  await chmod(folder, 0o755);
  const name = `cairn-${randomBytes(4).toString('hex')}`;
  const password = `se cret'$${randomBytes(6).toString('hex')}`;
  const home = join(folder, 'home');
  const port = await freePort();
  await createAccount(name, { home, password });
  await mkdir('/run/sshd', { recursive: true });
  await writeFile(join(folder, 'config'), config({ folder, name, port }));
  await makeHostKey();
  let daemon = await startDaemon();

  async function makeHostKey(): Promise<void> {
    await rm(join(folder, 'host_key'), { force: true });
    await run(program('ssh-keygen')!, ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'host_key')]);
  }

  async function startDaemon() {
    const child = spawn(program('sshd')!, ['-D', '-e', '-f', join(folder, 'config')], { stdio: 'ignore' });
    await until('the SSH server listens', () => listens(port));
    return child;
  }

  async function stopDaemon(): Promise<void> {
    const ended = new Promise((resolve) => daemon.once('exit', resolve));
    daemon.kill();
    await ended;
  }

  return {
    ...{ host: '127.0.0.1', port, username: name, password, home },
    /** As a machine that was replaced. */
    async changeHostKey(): Promise<void> {
      await stopDaemon();
      await makeHostKey();
      daemon = await startDaemon();
    },
    async close(): Promise<void> {
      await stopDaemon();
      // Processes of cut connections end on their own.
      await until('the account is gone', () =>
        run(program('userdel')!, ['-f', name]).then(
          () => true,
          (error: { code?: number }) => error.code === 6,
        ),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createAccount(
  name: string,
  { home, password }: { home: string; password: string },
): Promise<void> {
  const hashed = run(program('openssl')!, ['passwd', '-6', '-stdin']);
  hashed.child.stdin!.end(`${password}\n`);
  const hash = (await hashed).stdout.trim();
  await run(program('useradd')!, ['-M', '-d', home, '-s', '/bin/sh', '-p', hash, name]);
  await mkdir(home, { mode: 0o755 });
  await run('chown', [`${name}:${name}`, home]);
}

function config({ folder, name, port }: { folder: string; name: string; port: number }): string {
  return `Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host_key
PidFile none
AuthorizedKeysFile none
PasswordAuthentication yes
KbdInteractiveAuthentication no
UsePAM no
PermitRootLogin no
AllowUsers ${name}
LogLevel QUIET
`;
}

export type HeldLine = Awaited<ReturnType<typeof startHeldLine>>;

/** A way to a port that lets so many bytes through, and then nothing until it is released. */
export async function startHeldLine(port: number, bytes: number) {
  let left = bytes;
  let sent = 0;
  const held = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => [near, far].forEach((each) => each.destroy()));
    }
    far.pipe(near);
    near.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      left -= chunk.length;
      if (!far.write(chunk)) {
        near.pause();
        far.once('drain', () => held.has(near) || near.resume());
      }
      if (left > 0) return;
      held.add(near);
      near.pause();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    isHeld: () => held.size > 0,
    /** Bytes so far. */
    sent: () => sent,
    /** Ends the held connections, whose ends it does not notice while it reads nothing, and lets everything through from now on. */
    release() {
      left = Number.POSITIVE_INFINITY;
      for (const socket of held) socket.destroy();
      held.clear();
    },
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function program(name: string): string | null {
  const path = findProgram(name);
  if (path) return path;
  // Programs of the administrator are elsewhere.
  const before = process.env.PATH;
  process.env.PATH = `${before}:/usr/sbin:/sbin`;
  try {
    return findProgram(name);
  } finally {
    process.env.PATH = before;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
