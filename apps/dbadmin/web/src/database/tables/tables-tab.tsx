import { Select } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DataTable, EmptyState, MenuItem, RowMenu, t, useRights, useUrlState } from '@cairn/ui';
import { publishHref } from '../../addresses.ts';
import type { Table } from '../../client.ts';
import { useServerRights } from '../../connections/use-server-rights.ts';
import type { DatabaseTabProps } from '../types.ts';
import { useSchemas, useTables } from '../use-tables.ts';
import { tableColumns, tableKey } from './columns.tsx';
import { ExtentsMap } from './extents-map.tsx';

/** The tables of a database, with the extents of those with geometry. The selected table is in the address. */
export function TablesTab({ database }: DatabaseTabProps) {
  const [schema, setSchema] = useUrlState('schema');
  const [selected, setSelected] = useUrlState('table');
  const tables = useTables(database.id, schema);
  const schemas = useSchemas(database.id);
  const [server, vault] = [useServerRights(database.connection), useRights('vault')];
  const mayPublish = server.edit && vault.edit;
  const rows = tables.data;
  const columns = useMemo(() => tableColumns(setSelected), [setSelected]);
  const hasGeometry = rows?.some(({ geometry_column: column }) => column !== null) ?? false;
  return (
    <>
      {hasGeometry ? (
        <ExtentsMap databaseId={database.id} schema={schema} selected={selected} onSelect={setSelected} />
      ) : null}
      <DataTable
        label={t('tables.label', { name: database.name })}
        rows={rows}
        columns={columns}
        rowKey={tableKey}
        rowName={(row) => row.name}
        source={tables}
        searchPlaceholder={t('tables.search')}
        defaultSort={{ key: 'size', descending: true }}
        filtered={schema !== ''}
        onResetFilters={() => setSchema('')}
        currentKey={selected || undefined}
        actions={
          mayPublish && hasGeometry ? (row) => <TableMenu databaseId={database.id} table={row} /> : undefined
        }
        filters={
          <Select
            aria-label={t('tables.schema')}
            placeholder={t('tables.allSchemas')}
            size="xs"
            w={170}
            clearable
            searchable
            data={schemas.data ?? []}
            value={schema || null}
            onChange={(next) => setSchema(next ?? '')}
          />
        }
        empty={<EmptyState boxed title={t('tables.none')} text={t('tables.noneText')} />}
      />
    </>
  );
}

/** The actions on a table with geometry. */
function TableMenu({ databaseId, table }: { databaseId: number; table: Table }) {
  if (table.geometry_column === null) return null;
  return (
    <RowMenu label={t('common.actionsFor', { name: table.name })}>
      <MenuItem icon={IconStack2} href={publishHref(databaseId, table)}>
        {t('tables.publish')}
      </MenuItem>
    </RowMenu>
  );
}
