import { useMemo } from 'react';
import { kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';

/** The server returns no more in one answer. */
const MAX_COLUMNS = 50;

/** The columns of the table, geometries left to the map, and the names that are fetched for them: the key besides. */
export function useShownColumns() {
  const { source, state } = useExplorer();
  const { columns: all, primary_key: key } = source.metadata;
  const hidden = state.hidden.join('\n');
  return useMemo(() => {
    const possible = all.filter((column) => kindOf(column) !== 'geometry');
    const hiddenNames = hidden.split('\n');
    const columns = possible
      .filter(({ name }) => !hiddenNames.includes(name))
      .slice(0, MAX_COLUMNS - key.length);
    return { possible, columns, fetched: [...new Set([...key, ...columns.map(({ name }) => name)])] };
  }, [all, key, hidden]);
}
