import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { IconTable, IconZoomIn } from '@tabler/icons-react';
import { sentenceOf, t, useUrlState } from '@cairn/ui';
import type { Bbox, FeatureDetails } from '@cairn/ui/map';
import type { EditColumn } from '../../client.ts';
import { useRow, type Row } from '../rows.ts';
import { ADDED_ROW_ID } from '../table/use-rows.ts';
import { cellText } from '../table/cell-text.ts';
import { onlyRow } from '../table/table-state.ts';
import type { DatasetTabProps } from '../types.ts';
import { useAddress } from '../use-address.ts';

/** The row behind the picked feature, with the edits that are not yet a version. */
export function useDetails(props: DatasetTabProps, selected: string): FeatureDetails | undefined {
  const { version, onLookAt } = props;
  const [layer] = useUrlState('layer');
  const change = useAddress();
  const { data, error, isPending, column } = useRow(version, layer, selected);
  return useMemo(() => {
    if (selected === '') return undefined;
    const row = data?.rows[0];
    const bounds = (data?.bounds[0] ?? null) as Bbox | null;
    if (!row || column === undefined) {
      const problem = error ? sentenceOf(error) : data ? t('dataset.noSuchFeature') : undefined;
      return { loading: isPending && !error, problem };
    }
    const actions = (
      <>
        {bounds ? (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconZoomIn size={14} aria-hidden />}
            onClick={() => onLookAt(bounds)}
          >
            {t('dataset.zoomTo')}
          </Button>
        ) : null}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconTable size={14} aria-hidden />}
          onClick={() => change({ tab: '', show: '', page: '', filters: onlyRow(column, row[column]) })}
        >
          {t('dataset.inTable')}
        </Button>
      </>
    );
    return { properties: readable(row, data.columns), bounds, actions };
  }, [data, error, isPending, selected, column, onLookAt, change]);
}

/** Keys, days and moments as people read them; the map writes the rest. A key that the vault has added is left out. */
function readable(row: Row, columns: readonly EditColumn[]): Row {
  const shown = columns.flatMap((column) => {
    const { name, type } = column;
    if (!(name in row) || name === ADDED_ROW_ID) return [];
    const written = column.primary_key || type === 'date' || type === 'datetime' || type === 'boolean';
    return [[name, written ? cellText(row[name], column) : row[name]]];
  });
  return Object.fromEntries(shown) as Row;
}
