import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { INPUTS } from './job-folder.ts';
import type { Command, SandboxOptions } from './types.ts';

/** The programs and libraries of this machine, and the files by which the linker finds them. */
export function systemFolders(): string[] {
  const args = ['--ro-bind', '/usr', '/usr', '--perms', '0755', '--dir', '/etc'];
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store']) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else args.push('--ro-bind', path, path);
  }
  for (const path of ['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime'])
    args.push('--ro-bind-try', path, path);
  return args;
}

const IN_SYSTEM = /^\/(usr|bin|sbin|lib\w*)\//;

/** The mounts of a program: the system read-only, its job's folder, and other readable files. */
export function viewArgs(
  { program }: Command,
  { cwd, reads = [], writes = [], accountsFile }: SandboxOptions,
  system: string[],
): string[] {
  const args = [...system, '--proc', '/proc', '--dev', '/dev'];
  if (accountsFile !== undefined) args.push('--ro-bind', accountsFile, '/etc/passwd');
  // Before the files: it would hide those below /tmp.
  if (cwd === undefined) args.push('--perms', '1777', '--size', '67108864', '--tmpfs', '/tmp');
  for (const path of [program, ...reads])
    if (!IN_SYSTEM.test(path)) args.push(...parentsOf(path), '--ro-bind', path, path);
  for (const path of writes) args.push(...parentsOf(path), '--bind', path, path);
  if (cwd === undefined) return [...args, '--remount-ro', '/', '--chdir', '/tmp'];
  const inputs = join(cwd, INPUTS);
  return [
    ...[...args, ...parentsOf(cwd), '--bind', cwd, cwd, '--ro-bind', inputs, inputs],
    ...['--remount-ro', '/', '--chdir', cwd],
  ];
}

/** bubblewrap would create them for root only. */
function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let at = dirname(path); at !== '/'; at = dirname(at)) parents.unshift(at);
  return parents.flatMap((folder) => ['--perms', '0755', '--dir', folder]);
}
