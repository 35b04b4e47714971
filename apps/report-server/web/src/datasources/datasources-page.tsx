import { lazy, Suspense, useMemo } from 'react';
import { Button, Group } from '@mantine/core';
import { IconDatabaseImport, IconPlus } from '@tabler/icons-react';
import { DataTable, EmptyState, Page, t, useLatched, useUrlState } from '@cairn/ui';
import { datasourceColumns } from './columns.tsx';
import { useRegisteredDatasources } from './use-datasources.ts';

const DatasourcePanel = lazy(async () => ({
  default: (await import('./datasource-panel.tsx')).DatasourcePanel,
}));

/** The databases whose tables people explore, with a panel to add, test and change each. */
export function DatasourcesPage() {
  const source = useRegisteredDatasources();
  const [panel, setPanel] = useUrlState('panel');
  const hasPanel = useLatched(panel !== '');
  const columns = useMemo(() => datasourceColumns(), []);
  const actions = (
    <Group gap={8}>
      <Button
        variant="default"
        leftSection={<IconDatabaseImport size={16} aria-hidden />}
        onClick={() => setPanel('adopt')}
      >
        {t('datasources.adopt')}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPanel('new')}>
        {t('datasources.add')}
      </Button>
    </Group>
  );
  return (
    <Page
      title={t('datasources.title')}
      lead={t('datasources.lead')}
      action={source.datasources?.length ? actions : undefined}
    >
      <DataTable
        label={t('datasources.title')}
        rows={source.datasources}
        columns={columns}
        rowKey={(row) => row.key}
        rowName={(row) => row.title}
        source={source}
        searchPlaceholder={t('datasources.search')}
        currentKey={panel || undefined}
        empty={
          <EmptyState boxed title={t('datasources.none')} text={t('datasources.noneText')} action={actions} />
        }
      />
      {hasPanel ? (
        <Suspense>
          <DatasourcePanel panel={panel} onPanel={setPanel} />
        </Suspense>
      ) : null}
    </Page>
  );
}
