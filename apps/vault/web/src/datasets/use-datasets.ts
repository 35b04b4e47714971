import { useMemo } from 'react';
import { useApi } from '@cairn/ui';
import { vault, type DatasetSummary } from '../client.ts';
import { datasetsKey } from '../query-keys.ts';

/** What one answer holds stays good for a while: thousands of rows are not fetched again at every click. */
const FRESH_FOR_MS = 20_000;

/** The datasets that the person may see: active ones, or archived ones alone. */
export function useDatasets(which: 'active' | 'archived', enabled = true) {
  const query = which === 'archived' ? { archived: 'only' } : {};
  return useApi(
    [...datasetsKey, which],
    (signal) => vault.GET('/datasets-summary', { params: { query }, signal }),
    { enabled, staleTime: FRESH_FOR_MS },
  );
}

/** Active datasets, and where asked for archived ones with them; undefined until all of it is there. */
export function useDatasetsWith(archived: 'none' | 'too' | 'only') {
  const active = useDatasets('active');
  const hidden = useDatasets('archived', archived !== 'none');
  const rows = useMemo(
    () => joined(archived === 'only' ? [] : active.data, archived === 'none' ? [] : hidden.data),
    [archived, active.data, hidden.data],
  );
  const source = archived === 'only' ? hidden : active.error || archived === 'none' ? active : hidden;
  return { rows, active: active.data, source };
}

function joined(a?: DatasetSummary[], b?: DatasetSummary[]): DatasetSummary[] | undefined {
  if (!a || !b) return undefined;
  return b.length === 0 ? a : a.length === 0 ? b : [...a, ...b];
}
