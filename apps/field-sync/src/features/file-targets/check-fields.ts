import { readHost } from '../actions/check-host.ts';
import { invalidField } from '../actions/errors.ts';
import { MAX_NAME, readLine, readPort, requireLine } from '../actions/read-fields.ts';
import { badExcludes, badFolder } from './errors.ts';
import type { FileTargetFields, LocalTarget, RemoteTarget } from './types.ts';

const STANDARD_PORT = 22;
const MAX_FOLDER = 1000;
const MAX_EXCLUDES_BYTES = 64 * 1024;
/** Names of accounts; none begins with a hyphen, so that none is an option of a program. */
const WORD = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const USER_GROUP = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,63})?$/;
const LOCAL_PROJECT = /^[A-Za-z0-9_-]{1,64}$/;

/** Fields of a form as they are sent. */
export interface FileTargetFieldsForm {
  name?: string;
  sync_type?: string;
  host?: string;
  port?: string;
  username?: string;
  folder?: string;
  usr_grp?: string;
  local_project_id?: string;
}

/** Checks what a form says about a file target, but the password. @throws {AppError} bad_request */
export async function readTargetFields(
  form: FileTargetFieldsForm,
  allowedNetworks: string[],
): Promise<FileTargetFields> {
  const common = { name: requireLine('name', form.name, MAX_NAME), usrGrp: readUserGroup(form.usr_grp) };
  switch (form.sync_type?.trim()) {
    case 'remote':
      return { ...common, ...(await readRemote(form, allowedNetworks)) };
    case 'local':
      return { ...common, ...readLocal(form) };
    default:
      throw invalidField('sync_type must be remote or local.');
  }
}

async function readRemote(form: FileTargetFieldsForm, allowedNetworks: string[]): Promise<RemoteTarget> {
  const username = requireLine('username', form.username, MAX_NAME);
  if (!WORD.test(username))
    throw invalidField('username must be the name of an account: letters, digits, _ . and -.');
  const port = readPort(form.port, STANDARD_PORT);
  const folder = readFolder(form.folder);
  return { syncType: 'remote', username, port, folder, host: await readHost(form.host, allowedNetworks) };
}

function readLocal({ local_project_id: value }: FileTargetFieldsForm): LocalTarget {
  const localProjectId = requireLine('local_project_id', value, MAX_NAME);
  if (!LOCAL_PROJECT.test(localProjectId))
    throw invalidField('local_project_id must be 1 to 64 letters, digits, _ and -.');
  return { syncType: 'local', localProjectId };
}

/** A path on the other machine, relative to the login's home or absolute. rsync deletes in it, so it is never a root. */
function readFolder(value: string | undefined): string {
  const text = requireLine('folder', value, MAX_FOLDER);
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..') || parts[0]!.startsWith('~')) throw badFolder();
  return `${text.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

function readUserGroup(value: string | undefined): string {
  const text = readLine('usr_grp', value, MAX_NAME);
  if (text !== '' && !USER_GROUP.test(text))
    throw invalidField('usr_grp must be a user, or user:group: letters, digits, _ . and -.');
  return text;
}

/** Patterns for rsync, one a line. A line `!` would clear the patterns of ours that come before. @throws {AppError} bad_request */
export function readExcludes(value: string): string {
  const text = value.replace(/\r\n?/g, '\n');
  if (Buffer.byteLength(text) > MAX_EXCLUDES_BYTES) throw badExcludes('excludes may have at most 64 KiB.');
  if (/[^\P{Cc}\n\t]/u.test(text)) throw badExcludes('excludes must be lines without control characters.');
  if (text.split('\n').some((line) => line.trim() === '!'))
    throw badExcludes('excludes must not have a line with only !, which would clear all patterns.');
  return text;
}
