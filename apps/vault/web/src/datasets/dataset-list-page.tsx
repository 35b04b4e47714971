import { useMemo } from 'react';
import { Button, SegmentedControl } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DataTable, EmptyState, Page, t, useApi, useUrlState } from '@cairn/ui';
import { vault, type DatasetSummary } from '../client.ts';
import { datasetColumns } from './columns.tsx';

/** The vault's front page: every dataset that the person may see. */
export function DatasetListPage() {
  const query = useApi(['datasets-summary'], (signal) => vault.GET('/datasets-summary', { signal }));
  const [type, setType] = useUrlState('type');
  const columns = useMemo(() => datasetColumns(), []);
  const rows = useMemo(
    () => query.data?.filter((row: DatasetSummary) => type === '' || row.type === type),
    [query.data, type],
  );
  const upload = (
    <Button component={Link} to="/upload" leftSection={<IconUpload size={16} aria-hidden />}>
      {t('list.upload')}
    </Button>
  );
  return (
    <Page title={t('list.title')} lead={t('list.lead')} action={upload}>
      <DataTable
        label={t('list.title')}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.name}
        rowName={(row) => row.title}
        source={query}
        searchPlaceholder={t('list.search')}
        defaultSort={lastChangedFirst}
        filtered={type !== ''}
        onResetFilters={() => setType('')}
        filters={
          <SegmentedControl
            size="xs"
            aria-label={t('list.filterType')}
            value={type || 'all'}
            onChange={(value) => setType(value === 'all' ? '' : value)}
            data={[
              { value: 'all', label: t('list.all') },
              { value: 'vector', label: t('kind.vector') },
              { value: 'raster', label: t('kind.raster') },
            ]}
          />
        }
        empty={<EmptyState boxed title={t('list.emptyTitle')} text={t('list.emptyText')} action={upload} />}
      />
    </Page>
  );
}

const lastChangedFirst = { key: 'updated', descending: true };
