import { invalidField } from '../actions/errors.ts';
import { MAX_NAME, requireId, requireLine } from '../actions/read-fields.ts';
import type { MapStoreFields } from './types.ts';

const MAX_URL = 2000;
const MAX_LAYER = 200;
/** Names of workspaces are prefixes of XML names, and layers are asked for as `workspace:layer`. */
const WORKSPACE = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;
const LAYER = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
const TRUE = ['1', 'true', 't', 'on', 'yes'];

/** Fields of a form as they are sent. */
export interface MapStoreFieldsForm {
  name?: string;
  project_id?: string;
  url?: string;
  username?: string;
  workspace?: string;
}

/**
 * Checks what a form says about a map store, but the password.
 * @param checkUrl throws for an address that may not be called
 * @throws {AppError} bad_request
 */
export function readStoreFields(form: MapStoreFieldsForm, checkUrl: (url: string) => URL): MapStoreFields {
  const workspace = requireLine('workspace', form.workspace, MAX_NAME);
  if (!WORKSPACE.test(workspace))
    throw invalidField('workspace must begin with a letter, and have only letters, digits, _ . and -.');
  const username = requireLine('username', form.username, MAX_NAME);
  if (username.includes(':')) throw invalidField('username must not have a colon.');
  return {
    name: requireLine('name', form.name, MAX_NAME),
    projectId: requireId('project_id', form.project_id),
    ...{ url: readUrl(form.url, checkUrl), username, workspace },
  };
}

export interface LayerForm {
  layer_name?: string;
  store_tbl?: string;
  update_node?: string;
  node_id?: string;
}

/** The layer that a form asks for; `nodeId` is null where no catalog node is to be updated. @throws {AppError} bad_request */
export function readLayer(form: LayerForm): { layer: string; table: string; nodeId: number | null } {
  const layer = requireLine('layer_name', form.layer_name, MAX_LAYER);
  if (!LAYER.test(layer))
    throw invalidField('layer_name must begin with a letter, and have only letters, digits, _ . and -.');
  const isUpdate = TRUE.includes(form.update_node?.trim().toLowerCase() ?? '');
  return {
    layer,
    table: requireLine('store_tbl', form.store_tbl, MAX_NAME),
    nodeId: isUpdate ? requireId('node_id', form.node_id) : null,
  };
}

function readUrl(value: string | undefined, checkUrl: (url: string) => URL): string {
  const text = requireLine('url', value, MAX_URL);
  const url = checkUrl(text);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    throw invalidField('url must be the address of the map server alone, without ? and #.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
