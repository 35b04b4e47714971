import { useMemo } from 'react';
import type { Geometry } from 'geojson';
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { sentenceOf, t } from '@cairn/ui';
import { boundsOf, type FeatureDetails } from '@cairn/ui/map';
import { useRows } from '../queries.ts';
import { kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { valueText } from '../state/format-value.ts';
import { keyClauses } from '../table/table-rows.ts';
import { useShownColumns } from '../table/use-shown-columns.ts';

/** The row behind the picked feature, and, where that is wanted, the way to keep only it. */
export function usePickedRow({ canKeep = true } = {}): FeatureDetails | undefined {
  const { source, state, narrow } = useExplorer();
  const { datasource, schema, table, metadata } = source;
  const { fetched } = useShownColumns();
  const [geometry] = metadata.geometry;
  const { row: key } = state;
  const clauses = useMemo(() => keyClauses(key, metadata.primary_key), [key, metadata.primary_key]);
  const request = useMemo(() => {
    if (!clauses) return null;
    return {
      ...{ datasource, schema, table },
      columns: [...fetched, ...(geometry ? [geometry.column] : [])].slice(0, 50),
      filter: clauses.length === 1 ? { ...clauses[0] } : { and: clauses },
      limit: 1,
    };
  }, [datasource, schema, table, fetched, geometry, clauses]);
  const answer = useRows(request);
  return useMemo(() => {
    if (!clauses) return undefined;
    const row = answer.isPlaceholderData ? undefined : answer.data?.rows[0];
    if (!row) {
      const problem = answer.error ? sentenceOf(answer.error) : t('map.noSuchRow');
      return answer.isFetching ? { loading: true } : { problem };
    }
    const columns = metadata.columns.filter((column) => kindOf(column) !== 'geometry' && column.name in row);
    const shape = geometry ? row[geometry.column] : null;
    return {
      bounds: shape ? boundsOf([{ type: 'Feature', properties: null, geometry: shape as Geometry }]) : null,
      properties: Object.fromEntries(
        columns.map((column) => [column.name, valueText(row[column.name], column)]),
      ),
      actions: canKeep ? (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => narrow(...clauses)}
        >
          {t('map.onlyThis')}
        </Button>
      ) : undefined,
    };
  }, [
    answer.data,
    answer.error,
    answer.isFetching,
    answer.isPlaceholderData,
    canKeep,
    clauses,
    geometry,
    metadata,
    narrow,
  ]);
}
