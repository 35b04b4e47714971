import { useMutation } from '@tanstack/react-query';
import { notifyDone, notifyError, t } from '@cairn/ui';
import type { Bbox } from '@cairn/ui/map';
import { useDataLoader } from '../data-loader.ts';
import { useExplorer } from '../state/explorer-context.tsx';

/** Asks where the filtered rows are. */
export function useFilteredExtent(onExtent: (bounds: Bbox) => void) {
  const { source, tree } = useExplorer();
  const { loadRows } = useDataLoader();
  const { datasource, schema, table, metadata } = source;
  return useMutation({
    mutationFn: () =>
      loadRows(
        {
          ...{ datasource, schema, table },
          ...(tree ? { filter: tree } : {}),
          aggregates: [{ fn: 'extent', column: metadata.geometry[0]?.column ?? '', as: 'extent' }],
        },
        AbortSignal.timeout(60_000),
      ),
    onSuccess: ({ rows }) => {
      const bounds = rows[0]?.extent;
      if (isBbox(bounds)) onExtent(bounds);
      else notifyDone(t('map.nowhere'));
    },
    onError: notifyError,
  });
}

function isBbox(value: unknown): value is Bbox {
  return Array.isArray(value) && value.length === 4 && value.every((each) => typeof each === 'number');
}
