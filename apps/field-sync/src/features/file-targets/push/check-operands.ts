import { parseServerHost } from '@cairn/db';
import type { FileTarget, RemoteTarget } from '../types.ts';
import { badOperand } from './errors.ts';

const WORD = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const USER_GROUP = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,63})?$/;
const LOCAL_PROJECT = /^[A-Za-z0-9_-]{1,64}$/;
const HOST = /^[A-Za-z0-9:][A-Za-z0-9._:-]*$/;

/**
 * Checks again what becomes arguments of programs, whatever wrote the row. A host or user with a hyphen in front would be an option,
 * and with a slash before the colon rsync takes the whole operand for a local path.
 *
 * @throws {AppError} unprocessable
 */
export function checkOperands(target: FileTarget): void {
  if (target.usrGrp !== '' && !USER_GROUP.test(target.usrGrp)) throw badOperand('usr_grp');
  if (target.syncType === 'local') {
    if (!LOCAL_PROJECT.test(target.localProjectId)) throw badOperand('local_project_id');
    return;
  }
  if (!HOST.test(target.host) || parseServerHost(target.host) !== target.host) throw badOperand('host');
  if (!WORD.test(target.username)) throw badOperand('username');
  if (!Number.isInteger(target.port) || target.port < 1 || target.port > 65_535) throw badOperand('port');
  checkFolder(target);
}

function checkFolder({ folder }: RemoteTarget): void {
  const parts = folder.split('/').filter((part) => part !== '' && part !== '.');
  const isControlled = /\p{Cc}/u.test(folder);
  if (parts.length === 0 || isControlled || parts.includes('..') || parts[0]!.startsWith('~'))
    throw badOperand('folder');
}

/**
 * A folder of the other machine as rsync's operand. The host is that of the open connection. A relative folder begins with `./`, because
 * two colons in a row would name a module of an rsync server.
 */
export function toRemoteOperand(folder: string): string {
  return `target:${folder.startsWith('/') ? '' : './'}${folder}/`;
}
