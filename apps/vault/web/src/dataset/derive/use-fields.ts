import { useApi } from '@cairn/ui';
import { vault, type Version } from '../../client.ts';

/** The fields of a layer with their types and ranges. */
export function useFields({ dataset, version, id }: Version, layer: string) {
  const path = { name: dataset, version };
  const query = layer ? { layer } : {};
  return useApi(
    ['fields', id, layer],
    (signal) => vault.GET('/datasets/{name}/versions/{version}/fields', { params: { path, query }, signal }),
    { staleTime: Infinity },
  );
}

/** The most frequent values of a field; nothing is asked while there is no field. */
export function useValues({ dataset, version, id }: Version, layer: string, field: string | null) {
  const path = { name: dataset, version };
  const query = { field: field ?? '', ...(layer ? { layer } : {}) };
  return useApi(
    ['values', id, layer, field],
    (signal) => vault.GET('/datasets/{name}/versions/{version}/values', { params: { path, query }, signal }),
    { enabled: field !== null, staleTime: Infinity },
  );
}
