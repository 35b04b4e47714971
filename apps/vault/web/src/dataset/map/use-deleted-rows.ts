import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { unwrap, useMe, type ApiError } from '@cairn/ui';
import { vault, type DeletedRows } from '../../client.ts';
import { deletedKey } from '../editing/edit-cache.ts';
import type { DatasetTabProps } from '../types.ts';

const NONE: ReadonlySet<string> = new Set();

/** Keys of the rows of a layer that the draft deletes: they are still in the version, and not drawn. */
export function useDeletedRows(
  { metadata, version }: Pick<DatasetTabProps, 'metadata' | 'version'>,
  layer: string | undefined,
): ReadonlySet<string> {
  const isSignedIn = useMe().data?.authenticated === true;
  const enabled =
    isSignedIn && metadata.permissions?.edit === true && version.type === 'vector' && version.latest;
  const { data } = useQuery<DeletedRows, ApiError>({
    queryKey: [...deletedKey(version.dataset), version.id],
    queryFn: ({ signal }) =>
      unwrap(
        vault.GET('/datasets/{name}/edits/deleted', { params: { path: { name: version.dataset } }, signal }),
      ),
    enabled,
  });
  return useMemo(() => {
    const keys = enabled ? data?.layers.find((each) => each.layer === layer)?.keys : undefined;
    return keys ? new Set(keys.map(String)) : NONE;
  }, [enabled, data, layer]);
}
