import { badRequest, parseId } from '@cairn/service';
import type { PublishSettings } from './types.ts';

const TRUE = /^(true|1|yes|on)$/i;
/** Names become parts of XML names and of addresses. */
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]{0,99}$/u;
const STYLE = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.:() -]{0,199}$/u;

/**
 * Reads the `mapserver_…` fields of a form or of JSON; null when no publication is requested.
 * @throws {AppError} bad_request for invalid fields.
 */
export function readPublishSettings(fields: Record<string, unknown>): PublishSettings | null {
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).normalize('NFC').trim()
      : '';
  };
  if (!TRUE.test(text('publish_to_mapserver'))) return null;
  const connectionId = parseId(text('mapserver_connection_id'));
  if (connectionId === null) {
    throw badRequest(
      'vault.mapserver_connection_missing',
      'To publish, set mapserver_connection_id to the id of a saved map server.',
    );
  }
  const style = text('mapserver_style');
  if (style !== '' && !STYLE.test(style)) {
    throw badRequest('vault.bad_mapserver_name', 'mapserver_style must be the name of a style.');
  }
  const immediate = text('mapserver_publish_immediate');
  return {
    connectionId,
    workspace: checkName(text('mapserver_workspace'), 'mapserver_workspace'),
    store: checkName(text('mapserver_store_name'), 'mapserver_store_name'),
    layer: checkName(text('mapserver_layer_name'), 'mapserver_layer_name'),
    style: style === '' ? null : style,
    immediate: immediate === '' || TRUE.test(immediate),
  };
}

function checkName(name: string, field: string): string {
  if (name === '' || NAME.test(name)) return name;
  throw badRequest(
    'vault.bad_mapserver_name',
    `${field} must begin with a letter and contain only letters, digits, _ - and dots.`,
  );
}

/** A name for a store or layer from the name of a dataset or table. */
export function toServerName(name: string): string {
  const plain = name.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, '_');
  return (/^[\p{L}_]/u.test(plain) ? plain : `_${plain}`).slice(0, 100);
}
