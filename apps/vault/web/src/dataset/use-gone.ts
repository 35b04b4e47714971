import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@cairn/ui';
import type { Version } from '../client.ts';
import { datasetKey, datasetsKey } from '../query-keys.ts';

/**
 * Whether a dataset was shown and has since been deleted or renamed, or may not be viewed any more. When the server refuses
 * anything of it, its metadata and versions are read again to find out. Administrators get no refusal, but no versions.
 */
export function useGone(name: string): boolean {
  const queries = useQueryClient();
  const [goneName, setGoneName] = useState<string | null>(null);
  const isGone = goneName === name;
  useEffect(() => {
    const key = datasetKey(name);
    let hadVersions = hasVersions(queries.getQueryData([...key, 'versions']));
    return queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { queryKey, state } = event.query;
      const { action } = event;
      if (!key.every((each, at) => queryKey[at] === each)) return;
      const part = String(queryKey[key.length]);
      if (action.type === 'success' && part === 'versions') {
        if (hadVersions && !hasVersions(state.data)) setGoneName(name);
        hadVersions ||= hasVersions(state.data);
      }
      if (action.type !== 'error' || !isMissing(action.error)) return;
      if (!['metadata', 'versions'].includes(part)) {
        for (const each of ['metadata', 'versions'])
          void queries.refetchQueries({ queryKey: [...key, each], type: 'active' });
      } else if (state.data !== undefined) setGoneName(name);
    });
  }, [queries, name]);
  useEffect(() => {
    if (!isGone) return;
    queries.removeQueries({ queryKey: datasetKey(name) });
    void queries.invalidateQueries({ queryKey: datasetsKey });
  }, [queries, name, isGone]);
  return isGone;
}

function hasVersions(data: unknown): boolean {
  return ((data as { versions: Version[] } | undefined)?.versions.length ?? 0) > 0;
}

function isMissing(error: Error): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status);
}
