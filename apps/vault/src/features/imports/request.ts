import type { VaultSchemas } from '@cairn/contracts';
import { positiveInteger } from '../datasets/routes.ts';
import { datasetName, nameFromFile } from '../versions/dataset-name.ts';
import { readPostgisRequest } from '../connections/request.ts';
import { readKeys, readObjectLocation } from './remote/object-location.ts';
import type { ImportRequest } from './types.ts';

type Wanted = Omit<ImportRequest, 'exists' | 'basePath' | 'requestedById'>;
type Body = VaultSchemas['UrlImport'] | VaultSchemas['S3Import'];

const TRUE = /^(true|1|yes|on)$/i;

/** AppError `bad_request` for what cannot be meant. `checked` is the address, found to be one that may be asked. */
export function readUrlImport(body: VaultSchemas['UrlImport'], checked: URL, folderId?: string): Wanted {
  return {
    ...common(body, folderId),
    dataset: datasetName(body.dataset_name),
    what: { kind: 'url', address: checked.origin + checked.pathname },
    secrets: { ...(checked.search === '' ? {} : { url: checked.href }), ...postgisOf(body) },
  };
}

export function readS3Import(body: VaultSchemas['S3Import'], folderId?: string): Wanted {
  const place = readObjectLocation(body);
  const keys = readKeys(body);
  const chosen = body.dataset_name?.trim();
  return {
    ...common(body, folderId),
    dataset: chosen ? datasetName(chosen) : nameFromFile(place.key.split('/').at(-1) ?? ''),
    what: { kind: 's3', place, mode: body.mode ?? 'import' },
    secrets: { ...(keys ? { keys } : {}), ...postgisOf(body) },
  };
}

/** A positive folder in the body wins over the query's. */
function common(body: Body, folderId: string | undefined) {
  return {
    projectId: body.project_id ?? 1,
    folderId: positiveInteger(String(body.folder_id ?? '')) ?? positiveInteger(folderId),
    label: body.version_label?.trim() || null,
    publishes: isTrue(body.publish_to_mapserver),
  };
}

function postgisOf(body: Body): Pick<ImportRequest['secrets'], 'postgis'> {
  const postgis = readPostgisRequest(body);
  return postgis ? { postgis } : {};
}

function isTrue(value: boolean | string | undefined): boolean {
  return value === true || (typeof value === 'string' && TRUE.test(value.trim()));
}
