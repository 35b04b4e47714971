import { useMemo } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { useRows } from '../queries.ts';
import type { Described } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';

const MAX_SUGGESTIONS = 20;
const PAUSE_MS = 250;

/** The most frequent values of a text column that contain the text; none for `null`. */
export function useSuggestions(column: Described | null, text: string): string[] {
  const { datasource, schema, table } = useExplorer().source;
  const [typed] = useDebouncedValue(text, PAUSE_MS);
  const name = column?.name ?? null;
  const isText = column?.family === 'text';
  const request = useMemo(() => {
    if (name === null) return null;
    return {
      ...{ datasource, schema, table },
      ...(typed === '' || !isText
        ? {}
        : { filter: { column: name, op: 'ilike', value: `%${typed.replace(/[\\%_]/g, '\\$&')}%` } }),
      group_by: [{ column: name }],
      aggregates: [{ fn: 'count', as: 'rows' }],
      sort: [{ column: 'rows', dir: 'desc' as const }],
      limit: MAX_SUGGESTIONS,
    };
  }, [datasource, schema, table, name, isText, typed]);
  const { data } = useRows(request);
  return useMemo(() => {
    const values = name === null ? [] : (data?.rows ?? []).map((row) => row[name]);
    return [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))] as string[];
  }, [data, name]);
}
