import type { VaultSchemas } from '@cairn/contracts';
import { parseId } from '@cairn/service';
import { readLoadRequest } from '../connections/read-request.ts';
import { requireSegment } from '../mapserver/geoserver/client.ts';
import { readPublishSettings } from '../mapserver/publications/read-request.ts';
import { datasetName, nameFromFile } from '../versions/dataset-name.ts';
import { readKeys, readObjectLocation } from './remote/object-location.ts';
import type { ImportSecrets, NewImport } from './types.ts';

type Body = VaultSchemas['UrlImport'] | VaultSchemas['S3Import'];

/** Reads a request for an import from `url`, which was checked. @throws {AppError} bad_request for invalid fields. */
export function readUrlImport(body: VaultSchemas['UrlImport'], url: URL, folderId?: string): NewImport {
  return {
    ...readCommon(body, folderId),
    dataset: datasetName(body.dataset_name),
    source: { kind: 'url', address: url.origin + url.pathname },
    secrets: { ...(url.search === '' ? {} : { url: url.href }), ...readPostgis(body) },
  };
}

/** Reads a request for an object of an S3-compatible store. @throws {AppError} bad_request for invalid fields. */
export function readS3Import(
  body: VaultSchemas['S3Import'],
  folderId?: string,
): NewImport & { source: { kind: 's3' } } {
  const location = readObjectLocation(body);
  const keys = readKeys(body);
  const name = body.dataset_name?.trim();
  return {
    ...readCommon(body, folderId),
    dataset: name ? datasetName(name) : nameFromFile(location.key.split('/').at(-1) ?? ''),
    source: { kind: 's3', location, mode: body.mode ?? 'import' },
    secrets: { ...(keys ? { keys } : {}), ...readPostgis(body) },
  };
}

/** Reads a request for an import from the map server at `serverUrl`. @throws {AppError} bad_request for invalid fields. */
export function readMapLayerImport(
  body: VaultSchemas['MapLayerImport'],
  { serverUrl, folderId }: { serverUrl: string; folderId: string | undefined },
): NewImport {
  const { connection_id: connectionId, workspace, layer_name: layer } = body;
  requireSegment(workspace);
  const name = body.dataset_name?.trim();
  return {
    projectId: 1,
    folderId: parseId(String(body.folder_id ?? '')) ?? parseId(folderId),
    label: null,
    publish: null,
    dataset: name ? datasetName(name) : nameFromFile(`${workspace}_${layer}.layer`.toLowerCase()),
    isLayerName: !name,
    source: { kind: 'mapserver', connectionId, serverUrl, workspace, layer },
    secrets: {},
  };
}

/** A positive folder in the body takes precedence over the query. */
function readCommon(body: Body, folderId: string | undefined) {
  return {
    projectId: body.project_id ?? 1,
    folderId: parseId(String(body.folder_id ?? '')) ?? parseId(folderId),
    label: body.version_label?.trim() || null,
    publish: readPublishSettings(body),
  };
}

function readPostgis(body: Body): Pick<ImportSecrets, 'postgis'> {
  const postgis = readLoadRequest(body);
  return postgis ? { postgis } : {};
}
