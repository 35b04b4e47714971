import type { VaultSchemas } from '@cairn/contracts';
import { parseId } from '@cairn/service';
import type { NewImport } from '../../imports/types.ts';
import { datasetName, nameFromFile } from '../../versions/dataset-name.ts';

/** Reads a request for an import from the map server at `serverUrl`. @throws {AppError} bad_request for invalid fields. */
export function readMapLayerImport(
  body: VaultSchemas['MapLayerImport'],
  { serverUrl, folderId }: { serverUrl: string; folderId: string | undefined },
): NewImport {
  const { connection_id: connectionId, workspace, layer_name: layer } = body;
  const name = body.dataset_name?.trim();
  return {
    projectId: 1,
    folderId: parseId(String(body.folder_id ?? '')) ?? parseId(folderId),
    label: null,
    publish: null,
    dataset: name ? datasetName(name) : nameFromFile(`${workspace}_${layer}.layer`.toLowerCase()),
    source: { kind: 'mapserver', connectionId, serverUrl, workspace, layer },
    secrets: {},
  };
}
