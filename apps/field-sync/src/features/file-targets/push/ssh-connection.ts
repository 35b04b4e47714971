import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROGRAM_ACCOUNT, ProgramError, findProgram, probeSandbox, runProgram } from '@cairn/programs';
import { AppError, OutboundError, resolveOutboundAddress } from '@cairn/service';
import {
  HOST_KEY_CHANGED,
  connectionFailed,
  hostKeyChanged,
  hostRefused,
  hostUnknown,
  programMissing,
  signInRefused,
  unreachable,
} from './errors.ts';
import { fingerprintOf, sentFingerprint } from './host-key.ts';
import type { SealedRemoteTarget } from './types.ts';

/** Between two looks for the socket that SSH makes once it has signed in. */
const POLL_MS = 10;
const CONNECT_SECONDS = 20;
const READ_KEY_MS = 30_000;
const KNOWN_HOSTS = 'known_hosts';

export interface SshConnection {
  /** Remote shell for programs whose working directory is next to `folder`. It waits for this connection, and has no other way. */
  shell: string;
  /** Has the socket of the connection. */
  folder: string;
  /** For the sandbox of those programs. */
  accountsFile: string;
  /**
   * The line of known_hosts, once it has signed in. @throws {AppError} unavailable when a later attempt may succeed; unprocessable for a wrong
   * password or another host key
   */
  signedIn: Promise<string>;
  close(): Promise<void>;
}

export interface ConnectionRequest {
  target: SealedRemoteTarget;
  password: string;
  /** Networks besides the public internet in which targets may be, in CIDR notation. */
  serverNetworks: string[];
  /** A new folder. */
  folder: string;
  signal: AbortSignal;
  /** Called with the line of known_hosts of a machine that has another key than the accepted one. */
  onOtherKey(line: string): Promise<void>;
}

/**
 * Starts to sign in to a target once, for all commands of a push. The address is checked and pinned; no configuration, agent, forwarding or proxy
 * counts. The first connection takes the server's key, later ones take only that one. The password is in a file that only the sandbox
 * of ssh sees, and in no argument and no environment.
 *
 * @throws {AppError} unavailable when a later attempt may succeed; unprocessable for a refused network
 */
export async function openConnection(request: ConnectionRequest): Promise<SshConnection> {
  const { folder, target, signal } = request;
  const ssh = findProgram('ssh');
  if (!ssh) throw programMissing('ssh');
  const address = await resolveHost(request);
  await mkdir(folder, { mode: 0o700 });
  await writeInputs(request);
  const accountsFile = join(folder, 'accounts');
  const ended = new AbortController();
  const args = ['-M', '-N', '-S', 'socket', ...sshOptions(target, address), 'target'];
  const master = runProgram({
    ...{ program: ssh, args, cwd: folder, network: 'open' },
    env: { SSH_ASKPASS: join(folder, 'askpass'), SSH_ASKPASS_REQUIRE: 'force' },
    ...{ accountsFile, timeLimitMs: null, limits: { cpuSeconds: null } },
    signal: AbortSignal.any([signal, ended.signal]),
  });
  let failure: unknown = null;
  const over = master.then(
    () => (failure ??= connectionFailed(target.host)),
    (error: unknown) => (failure ??= error),
  );
  async function close(): Promise<void> {
    ended.abort();
    await over;
  }
  async function waitForSocket(): Promise<string> {
    while (failure === null && !(await exists(join(folder, 'socket')))) await delay(POLL_MS);
    signal.throwIfAborted();
    if (failure !== null) throw await explain(failure);
    return (await readFile(join(folder, KNOWN_HOSTS), 'utf8')).trim();
  }
  async function explain(reason: unknown): Promise<unknown> {
    const error = toConnectionError(reason, target);
    if (!(error instanceof AppError) || error.code !== HOST_KEY_CHANGED) return error;
    const line = await readHostKey(ssh!, request, address);
    if (line !== null) await request.onOtherKey(line);
    return error;
  }
  const signedIn = waitForSocket();
  // Reported by the next use of the connection.
  signedIn.catch(() => undefined);
  return { shell: shellOf(ssh), folder, accountsFile, signedIn, close };
}

/** The key with which a machine answers now, read without signing in; null when it does not answer. */
async function readHostKey(ssh: string, request: ConnectionRequest, address: string): Promise<string | null> {
  const { target, signal } = request;
  const folder = join(request.folder, 'other-key');
  await mkdir(folder, { mode: 0o700 });
  const stranger = { ...target, hostKey: null };
  await writeInputs({ ...request, folder, target: stranger, password: '' });
  const args = ['-N', ...sshOptions(stranger, address, { PreferredAuthentications: 'none' }), 'target'];
  await runProgram({
    ...{ program: ssh, args, cwd: folder, network: 'open', accountsFile: join(folder, 'accounts'), signal },
    ...{ timeLimitMs: READ_KEY_MS, limits: { cpuSeconds: null } },
  }).catch((error: unknown) => {
    // Without a password it never signs in.
    if (!(error instanceof ProgramError)) throw error;
  });
  const line = (await readFile(join(folder, KNOWN_HOSTS), 'utf8')).trim();
  return line === '' ? null : line;
}

/** As rsync splits it: quotes keep the words of the script together. */
function shellOf(ssh: string): string {
  const wait = `until test -S ../ssh/socket; do sleep 0.01; done; exec "$0" "$@"`;
  const options = '-F none -T -x -a -S ../ssh/socket -o ControlMaster=no -o ProxyCommand=/bin/false';
  return `/bin/sh -c '${wait}' ${ssh} ${options}`;
}

async function resolveHost({ target, serverNetworks }: ConnectionRequest): Promise<string> {
  try {
    return await resolveOutboundAddress(target.host, { allowedNetworks: serverNetworks });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw error.reason === 'refused' ? hostRefused(target.host) : hostUnknown(target.host);
  }
}

async function writeInputs({ folder, target, password }: ConnectionRequest): Promise<void> {
  const { protection } = await probeSandbox();
  const account = protection === 'account' ? PROGRAM_ACCOUNT : (process.getuid?.() ?? 0);
  const write = (name: string, text: string, mode: number) => writeFile(join(folder, name), text, { mode });
  await write('password', password, 0o600);
  await write('askpass', '#!/bin/sh\nexec cat password\n', 0o700);
  await write(KNOWN_HOSTS, target.hostKey === null ? '' : `${target.hostKey}\n`, 0o600);
  await write('accounts', `cairn:x:${account}:${account}::/nonexistent:/usr/sbin/nologin\n`, 0o644);
}

function sshOptions(
  { host, port, username, hostKey }: SealedRemoteTarget,
  address: string,
  more: Record<string, string> = {},
): string[] {
  const options = {
    HostName: address,
    HostKeyAlias: host,
    Port: port,
    User: username,
    StrictHostKeyChecking: hostKey === null ? 'accept-new' : 'yes',
    UserKnownHostsFile: KNOWN_HOSTS,
    GlobalKnownHostsFile: 'none',
    HashKnownHosts: 'no',
    UpdateHostKeys: 'no',
    CheckHostIP: 'no',
    ProxyCommand: 'none',
    PermitLocalCommand: 'no',
    NumberOfPasswordPrompts: 1,
    PreferredAuthentications: 'password,keyboard-interactive',
    PubkeyAuthentication: 'no',
    ConnectTimeout: CONNECT_SECONDS,
    ServerAliveInterval: 15,
    ServerAliveCountMax: 3,
    // Names the key that the server sent, whatever its kind.
    LogLevel: 'DEBUG1',
    ...more,
  };
  const list = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return ['-F', 'none', '-T', '-x', '-a', ...list];
}

function toConnectionError(failure: unknown, target: SealedRemoteTarget): unknown {
  if (!(failure instanceof ProgramError)) return failure;
  return explainSshFailure(failure.stderr, target);
}

function explainSshFailure(output: string, { host, port, username, hostKey }: SealedRemoteTarget): AppError {
  const sent = sentFingerprint(output);
  if (/Host key verification failed/.test(output) && hostKey !== null)
    return hostKeyChanged(host, { stored: fingerprintOf(hostKey), sent: sent ?? 'an unknown key' });
  if (/Permission denied|Too many authentication failures/.test(output)) return signInRefused(username, host);
  if (sent === null) return unreachable(host, port);
  return connectionFailed(host);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
