import { invalidField } from '../actions/errors.ts';
import { readId, readLine, readPassword, requireId, requireLine } from '../actions/read-fields.ts';
import { readParameter } from '../project-service/read-parameters.ts';
import type { ServerType } from '../../db/schema.ts';
import type { ListFilter } from '../providers/types.ts';

/** Fields of a form as they are sent. */
export interface ExpressForm {
  field_user?: string;
  field_pass?: string;
  field_url?: string;
  cloud_user?: string;
  cloud_pass?: string;
  cloud_url?: string;
  workspace?: string;
  q?: string;
  limit?: string;
  field_proj_id?: string;
  geopackage?: string;
  sleep_time?: string;
  provider?: string;
  service_id?: string;
  connection_id?: string;
  id?: string;
}

/** The service that the makers of Mergin Maps run. */
const PUBLIC_MERGIN_MAPS = 'https://app.merginmaps.com';
const MAX_TEXT = 500;
const MAX_PATH = 1000;
const MAX_URL = 2000;

export interface EnteredLogin {
  /** What counts where nothing answers that we know. */
  type: ServerType;
  url: string;
  username: string;
  password: string;
}

/** The login of one of the two lists. @throws {AppError} bad_request */
export function readLogin(form: ExpressForm, kind: 'field' | 'cloud'): EnteredLogin {
  const password = readPassword(form[`${kind}_pass`]);
  if (password === '') throw invalidField(`${kind}_pass is missing. Fill it in.`);
  const url = readLine(`${kind}_url`, form[`${kind}_url`], MAX_URL);
  if (url === '' && kind === 'cloud') throw invalidField('cloud_url is missing. Fill it in.');
  return {
    ...{ type: kind, url: url || PUBLIC_MERGIN_MAPS, password },
    username: requireLine(`${kind}_user`, form[`${kind}_user`], MAX_TEXT),
  };
}

/** @throws {AppError} bad_request */
export function readFilter(form: ExpressForm): ListFilter {
  const workspace = readLine('workspace', form.workspace, MAX_TEXT);
  const q = readLine('q', form.q, MAX_TEXT);
  const text = readLine('limit', form.limit, MAX_TEXT);
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (text !== '' && !(limit >= 1 && limit <= 1000))
    throw invalidField('limit must be a whole number from 1 to 1000.');
  return { ...(workspace ? { workspace } : {}), ...(q ? { q } : {}), ...(text ? { limit } : {}) };
}

export interface CreationRequest {
  /** A saved server by its id, or a login. */
  server: number | EnteredLogin;
  project: string;
  /** Blank: the only one of the project. */
  geopackage: string;
  /** As it was sent, of a value that can be taken. */
  sleepTime: string;
  /** Server of database administration; null: the only one. */
  connectionId: number | null;
}

/** @throws {AppError} bad_request */
export function readCreation(form: ExpressForm): CreationRequest {
  const sleepTime = form.sleep_time ?? '';
  readParameter('sleep_time', sleepTime);
  return {
    server:
      readLine('service_id', form.service_id, MAX_TEXT) === ''
        ? { ...readLogin(form, 'field'), type: readType(form.provider) }
        : requireId('service_id', form.service_id),
    project: requireLine('field_proj_id', form.field_proj_id, MAX_TEXT),
    geopackage: readLine('geopackage', form.geopackage, MAX_PATH),
    sleepTime,
    connectionId: readId('connection_id', form.connection_id),
  };
}

function readType(value: string | undefined): ServerType {
  const text = readLine('provider', value, MAX_TEXT);
  if (text === '' || text === 'field') return 'field';
  if (text === 'cloud') return 'cloud';
  throw invalidField('provider must be field for Mergin Maps or cloud for QFieldCloud.');
}
