import { parseServerHost } from '@cairn/db';
import { invalidField } from '../actions/errors.ts';
import { MAX_NAME, readLine, readPort, requireLine } from '../actions/read-fields.ts';
import { nodeUrl } from './address.ts';
import type { CatalogNodeFields } from './types.ts';

const MAX_HOST = 260;
const MAX_FOLDER = 400;
/** A segment of a path that needs no encoding and leads nowhere else. */
const SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/;

/** Fields of a form as they are sent. */
export interface CatalogNodeFieldsForm {
  name?: string;
  host?: string;
  port?: string;
  username?: string;
  folder?: string;
}

/**
 * Checks what a form says about a catalog node, but the password.
 * @param checkUrl throws for an address that may not be called
 * @throws {AppError} bad_request
 */
export function readNodeFields(
  form: CatalogNodeFieldsForm,
  checkUrl: (url: string) => URL,
): CatalogNodeFields {
  const host = readNodeHost(form.host);
  const fields = {
    name: requireLine('name', form.name, MAX_NAME),
    host,
    port: readPort(form.port, host.startsWith('http://') ? 80 : 443),
    username: readUsername(form.username),
    folder: readFolder(form.folder),
  };
  checkUrl(nodeUrl(fields));
  return fields;
}

function readNodeHost(value: string | undefined): string {
  const text = requireLine('host', value, MAX_HOST);
  const [, scheme = 'https', rest = ''] = /^(?:(https?):\/\/)?(.*?)\/?$/i.exec(text) ?? [];
  const host = parseServerHost(rest);
  if (host === null)
    throw invalidField(
      'host must be one name or one IP address, without port and path; http:// before it turns HTTPS off.',
    );
  return scheme.toLowerCase() === 'http' ? `http://${host}` : host;
}

/** Basic sign-in ends the name of the user at the first colon. */
function readUsername(value: string | undefined): string {
  const username = requireLine('username', value, MAX_NAME);
  if (username.includes(':')) throw invalidField('username must not have a colon.');
  return username;
}

function readFolder(value: string | undefined): string {
  const text = readLine('folder', value, MAX_FOLDER).replace(/^\/+|\/+$/g, '');
  if (text !== '' && !text.split('/').every((segment) => SEGMENT.test(segment)))
    throw invalidField('folder must be a path such as catalog/geonode: letters, digits, . _ ~ and -.');
  return text;
}
