import { useQuery } from '@tanstack/react-query';
import { NativeSelect } from '@mantine/core';
import { t } from '@cairn/ui';
import { tablesQuery } from '../queries.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import type { TableRef } from '../state/source.ts';

interface OverlayFieldProps {
  value: TableRef | null;
  error: string | undefined;
  onChange: (table: TableRef | null) => void;
}

/** The second layer: a table of the same datasource that has a geometry. */
export function OverlayField({ value, error, onChange }: OverlayFieldProps) {
  const { datasource } = useExplorer().source;
  const tables = useQuery(tablesQuery(datasource));
  const spatial = (tables.data ?? []).filter(({ geometry }) => geometry.some(({ srid }) => srid > 0));
  const keyOf = ({ schema, table }: Pick<TableRef, 'schema' | 'table'>) => JSON.stringify([schema, table]);
  return (
    <NativeSelect
      label={t('analysis.overlay')}
      description={
        tables.data && spatial.length === 0 ? t('analysis.overlayNone') : t('analysis.overlayHint')
      }
      error={error}
      withAsterisk
      disabled={tables.isPending}
      value={value ? keyOf(value) : ''}
      data={[
        { value: '', label: t('analysis.overlayChoose') },
        ...spatial.map((each) => ({ value: keyOf(each), label: `${each.schema}.${each.table}` })),
      ]}
      onChange={(event) => {
        const found = spatial.find((each) => keyOf(each) === event.currentTarget.value);
        onChange(found ? { datasource, schema: found.schema, table: found.table } : null);
      }}
    />
  );
}
