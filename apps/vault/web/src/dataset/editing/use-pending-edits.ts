import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useApi, useMe } from '@cairn/ui';
import { vault, type EditList, type Version } from '../../client.ts';
import { refreshDataset, deletedKey, editsKey } from './edit-cache.ts';
import { rowsKey } from '../rows.ts';

const QUIET_MS = 15_000;
const BUSY_MS = 5_000;

export type Edit = EditList['edits'][number];

/** The edits that are not yet a version, and the last of them. Polled, because other users may edit too. */
export function usePendingEdits(version: Version) {
  const { dataset } = version;
  const queries = useQueryClient();
  const isSignedIn = useMe().data?.authenticated === true;
  const enabled = isSignedIn && version.type === 'vector' && version.latest;
  const { data } = useApi<EditList>(
    [...editsKey(dataset), 'working'],
    (signal) =>
      vault.GET('/datasets/{name}/edits', {
        params: { path: { name: dataset }, query: { limit: 1 } },
        signal,
      }),
    { enabled, refetchInterval: (list) => (list?.working ? BUSY_MS : QUIET_MS) },
  );
  const working = enabled ? data?.working : undefined;
  const revision = data && (working?.revision ?? 0);
  const seen = useRef(revision);
  useEffect(() => {
    const before = seen.current;
    seen.current = revision;
    if (revision === undefined || before === undefined || before === revision) return;
    if (revision === 0) refreshDataset(queries, dataset);
    else
      for (const queryKey of [rowsKey(dataset), deletedKey(dataset)])
        void queries.invalidateQueries({ queryKey });
  }, [revision, dataset, queries]);
  return { working, last: working ? data?.edits[0] : undefined };
}
