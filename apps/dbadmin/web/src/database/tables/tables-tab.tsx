import { Menu, Select } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DataTable, EmptyState, RowMenu, ServiceLink, t, useApi, useRights, useUrlState } from '@cairn/ui';
import { dbadmin, publishHref, type Table } from '../../client.ts';
import { useServerRights } from '../../layout/use-server-rights.ts';
import { databaseKey } from '../../query-keys.ts';
import type { TabProps } from '../database-page.tsx';
import { tableColumns } from './columns.tsx';
import { ExtentsMap } from './extents-map.tsx';
import { tableKey } from './table-key.ts';

/** The tables of a database, and where those with geometry lie; the one picked out stands in the address. */
export function TablesTab({ database }: TabProps) {
  const [schema, setSchema] = useUrlState('schema');
  const [picked, setPicked] = useUrlState('table');
  const path = { id: database.id };
  const query = schema === '' ? {} : { schema };
  const tables = useApi(
    [...databaseKey(database.id), 'tables', schema],
    (signal) => dbadmin.GET('/api/databases/{id}/tables', { params: { path, query }, signal }),
    { staleTime: 15_000 },
  );
  const schemas = useApi([...databaseKey(database.id), 'schemas'], (signal) =>
    dbadmin.GET('/api/databases/{id}/schemas', { params: { path }, signal }),
  );
  const [server, vault] = [useServerRights(database.connection), useRights('vault')];
  const mayPublish = server.edit && vault.edit;
  const rows = tables.data;
  const columns = useMemo(() => tableColumns(setPicked), [setPicked]);
  const hasGeometry = rows?.some(({ geometry_column: column }) => column !== null) ?? false;
  return (
    <>
      {hasGeometry ? (
        <ExtentsMap databaseId={database.id} schema={schema} picked={picked} onPick={setPicked} />
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
        currentKey={picked || undefined}
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

/** What can be done with a table that has geometry. */
function TableMenu({ databaseId, table }: { databaseId: number; table: Table }) {
  if (table.geometry_column === null) return null;
  return (
    <RowMenu label={t('tables.menu', { name: table.name })}>
      <Menu.Item
        component={ServiceLink}
        href={publishHref(databaseId, table)}
        leftSection={<IconStack2 size={16} stroke={1.7} aria-hidden />}
      >
        {t('tables.publish')}
      </Menu.Item>
    </RowMenu>
  );
}
