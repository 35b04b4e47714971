import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@cairn/ui';
import { datasetKey, datasetsKey } from '../query-keys.ts';

/**
 * Whether a dataset was shown and has since been deleted or renamed, or may not be viewed any more. When the server refuses
 * anything of it, its metadata is read again to find out.
 */
export function useGone(name: string): boolean {
  const queries = useQueryClient();
  const [goneName, setGoneName] = useState<string | null>(null);
  const isGone = goneName === name;
  useEffect(() => {
    const key = datasetKey(name);
    return queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const { queryKey, state } = event.query;
      if (!key.every((part, at) => queryKey[at] === part) || !isMissing(event.action.error)) return;
      if (queryKey[key.length] !== 'metadata')
        void queries.refetchQueries({ queryKey: [...key, 'metadata'], type: 'active' });
      else if (state.data !== undefined) setGoneName(name);
    });
  }, [queries, name]);
  useEffect(() => {
    if (!isGone) return;
    queries.removeQueries({ queryKey: datasetKey(name) });
    void queries.invalidateQueries({ queryKey: datasetsKey });
  }, [queries, name, isGone]);
  return isGone;
}

function isMissing(error: Error): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status);
}
