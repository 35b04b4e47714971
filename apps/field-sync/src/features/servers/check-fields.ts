import { realpath, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { ServerType } from '../../db/schema.ts';
import { MAX_NAME, requireLine } from '../actions/read-fields.ts';
import { resolveServerFolder } from '../providers/folder/paths.ts';
import { noFolder, unknownType, urlWithMore } from './errors.ts';
import type { ServerFields } from './types.ts';

const TYPES: readonly ServerType[] = ['field', 'cloud', 'folder'];
const MAX_URL = 2000;

/** Fields of a form as they are sent. */
export interface ServerForm {
  name?: string;
  type?: string;
  url?: string;
  username?: string;
}

export interface AddressChecks {
  /** @throws {OutboundError} for an address that may not be called */
  checkUrl(url: string): URL;
  /** Folder of the folder provider. */
  folderRoot: string;
}

/** Checks what a form says about a server, but the password. @throws {AppError} bad_request */
export async function readServerFields(form: ServerForm, checks: AddressChecks): Promise<ServerFields> {
  const name = requireLine('name', form.name, MAX_NAME);
  const type = TYPES.find((each) => each === form.type?.trim());
  if (!type) throw unknownType();
  const url = requireLine('url', form.url, MAX_URL);
  if (type === 'folder') return { name, type, url: await readFolder(url, checks.folderRoot), username: '' };
  const username = requireLine('username', form.username, MAX_NAME);
  return { name, type, url: readUrl(url, checks), username };
}

function readUrl(text: string, { checkUrl }: AddressChecks): string {
  const url = checkUrl(text);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) throw urlWithMore();
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The path of a folder below the root. */
async function readFolder(text: string, root: string): Promise<string> {
  const folder = await resolveServerFolder(root, text);
  if (!(await stat(folder)).isDirectory()) throw noFolder(text);
  return relative(await realpath(root), folder) || '.';
}
