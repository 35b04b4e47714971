import type { VaultSchemas } from '@cairn/contracts';
import { badRequest } from '@cairn/service';
import { oneOf, readDestination } from '../connections/read-request.ts';
import type { ServiceImport } from '../featuresvc/types.ts';
import { readKeys, readObjectLocation } from '../imports/remote/object-location.ts';
import type { QuickSource, QuickTarget } from './types.ts';

type Body = VaultSchemas['QuickImport'];

const MODES = ['create', 'replace', 'append'] as const;
const MAX_TABLES = 200;

/** Reads where to load. @throws {AppError} bad_request for invalid fields. */
export function readTarget(fields: Record<string, unknown>): QuickTarget {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '');
  const table = text('table_name');
  return {
    destination: readDestination(fields),
    schema: text('schema') || 'public',
    ...(table === '' ? {} : { table }),
    mode: oneOf(MODES, text('mode') || 'create', 'mode'),
  };
}

/** Reads what to load. @throws {AppError} bad_request for invalid or missing fields. */
export function readSource(body: Body): QuickSource {
  switch (body.source_type) {
    case 'url':
      return { kind: 'url', url: requireText(body.url, 'url') };
    case 's3': {
      const { s3_endpoint: endpoint, s3_region: region, s3_path_style: pathStyle } = body;
      const request = {
        bucket: requireText(body.s3_bucket, 's3_bucket'),
        key: requireText(body.s3_key, 's3_key'),
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(region === undefined ? {} : { region }),
        ...(pathStyle === undefined ? {} : { path_style: pathStyle }),
        ...(body.s3_access_key === undefined ? {} : { access_key: body.s3_access_key }),
        ...(body.s3_secret_key === undefined ? {} : { secret_key: body.s3_secret_key }),
      };
      return { kind: 's3', location: readObjectLocation(request), keys: readKeys(request) };
    }
    case 'spatialdb':
      return readTables(body);
    case 'mapserver': {
      const connectionId = Number(body.mapserver_connection_id);
      if (!Number.isSafeInteger(connectionId) || connectionId < 1)
        throw badRequest('vault.bad_source', 'mapserver_connection_id must be the id of a map server.');
      const workspace = requireText(body.mapserver_workspace, 'mapserver_workspace');
      const layer = requireText(body.mapserver_layer, 'mapserver_layer');
      // The address is that of the connection when the load is requested.
      return { kind: 'mapserver', connectionId, workspace, layer, serverUrl: '' };
    }
    case 'featuresvc':
      throw new Error('a feature service is read by readFeatureService');
    case 'upload':
      throw badRequest(
        'vault.upload_is_a_form',
        'Send source_type "upload" as multipart/form-data with a file.',
      );
  }
}

/** Reads a load from a feature service. @throws {AppError} bad_request for invalid or missing fields. */
export function readFeatureService(body: Body): ServiceImport {
  const { destination, schema, table, mode } = readTarget(body);
  if (table !== undefined || mode !== 'create') {
    throw badRequest(
      'vault.new_tables_only',
      'Layers of a feature service become new tables with their names. Leave out table_name and mode; featuresvc_prefix begins the names.',
    );
  }
  const { featuresvc_username: username, featuresvc_password: password, featuresvc_token: token } = body;
  const ids = listOf(body.featuresvc_layer_ids).map(Number);
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 0))
    throw badRequest('vault.bad_source', 'featuresvc_layer_ids must be the ids of layers.');
  return {
    address: requireText(body.featuresvc_service_url, 'featuresvc_service_url'),
    login: {
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
      ...(token ? { token } : {}),
    },
    layerIds: ids.length > 0 ? ids : null,
    destination,
    schema,
    prefix: body.featuresvc_prefix?.trim() ?? '',
    folderId: null,
    tablesOnly: true,
  };
}

/** The items of a list, or of a text with commas; blank ones are left out. */
function listOf(sent: (string | number)[] | string | undefined): string[] {
  const items = Array.isArray(sent) ? sent.map(String) : (sent ?? '').split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

function readTables({
  source_database_id: id,
  source_schema: schema,
  source_tables: sent,
}: Body): QuickSource {
  const databaseId = Number(id);
  if (!Number.isSafeInteger(databaseId) || databaseId < 1) {
    throw badRequest(
      'vault.bad_source',
      'source_database_id must be the id of a database of database administration.',
    );
  }
  const tables = listOf(sent);
  if (tables.length === 0 || tables.length > MAX_TABLES || new Set(tables).size < tables.length) {
    throw badRequest('vault.bad_source', `source_tables must name 1 to ${MAX_TABLES} different tables.`);
  }
  return { kind: 'spatialdb', databaseId, schema: schema?.trim() || 'public', tables };
}

function requireText(value: string | undefined, field: string): string {
  const text = value?.trim() ?? '';
  if (text === '') throw badRequest('vault.source_incomplete', `Set ${field} for this source_type.`);
  return text;
}
