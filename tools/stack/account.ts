import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findProgram } from '../bootstrap/programs.mjs';

/** An unprivileged account for PostgreSQL, which refuses to run as root, and for Redis. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

const accountName = 'cairn';

/** The account for data stores; null for an ordinary user, whose own account is used. */
export function storeAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  return lookUp(accountName) ?? createAccount() ?? lookUp('postgres') ?? refuse();
}

/**
 * Makes `folder` a private directory (0700) of the account. Where the account may not pass, as below /root, the
 * directory is made under /var/lib/cairn and `folder` becomes a link to it.
 */
export function privateFolder(folder: string, account: Account | null): string {
  if (existsSync(folder) && reachable(realpathSync(folder), account))
    return ownFolder(realpathSync(folder), account);
  mkdirSync(dirname(folder), { recursive: true });
  if (reachable(dirname(folder), account)) return ownFolder(folder, account);
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12);
  const outside = join('/var/lib/cairn', name);
  mkdirSync('/var/lib/cairn', { recursive: true, mode: 0o755 });
  ownFolder(outside, account);
  if (!lstatSync(folder, { throwIfNoEntry: false })) symlinkSync(outside, folder);
  return outside;
}

function ownFolder(folder: string, account: Account | null): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account && statSync(folder).uid !== account.uid) chownSync(folder, account.uid, account.gid);
  return folder;
}

function reachable(folder: string, account: Account | null): boolean {
  if (!account) return true;
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (path === dirname(path)) return true;
  }
}

function lookUp(name: string): Account | null {
  try {
    const number = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { name, uid: number('-u'), gid: number('-g') };
  } catch {
    return null;
  }
}

function createAccount(): Account | null {
  const useradd = findProgram(['useradd']);
  if (!useradd) return null;
  const shell = findProgram(['nologin', 'false']) ?? '/bin/false';
  try {
    execFileSync(
      useradd,
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        shell,
        accountName,
      ],
      { stdio: 'pipe' },
    );
  } catch {
    return lookUp(accountName);
  }
  return lookUp(accountName);
}

function refuse(): never {
  throw new Error(
    `PostgreSQL does not run as root, and no account for it could be created. Create one with "useradd --system ${accountName}", or start as an ordinary user.`,
  );
}
