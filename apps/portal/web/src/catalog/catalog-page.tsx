import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconBooks } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState, ErrorState, Page, portalPath, ServiceLink, t, useVisibleDestinations } from '@cairn/ui';
import { useCatalog } from './use-catalog.ts';
import { CardSkeletons } from '../home/card-skeletons.tsx';
import { CatalogResults } from './catalog-results.tsx';
import { FilterBar } from './filter-bar.tsx';
import { allItems } from './catalog-filters.ts';
import { useCatalogFilters } from './use-catalog-filters.ts';

export function CatalogPage() {
  const { data, error, isPending, refetch } = useCatalog();
  const items = useMemo(() => (data ? allItems(data) : []), [data]);
  const state = useCatalogFilters(items);
  return (
    <Page title={t('catalog.title')} lead={t('catalog.lead')}>
      {data && data.warnings.length > 0 && <Warnings warnings={data.warnings} />}
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {isPending && <CardSkeletons />}
      {data && items.length === 0 && <EmptyCatalog />}
      {items.length > 0 && (
        <>
          <FilterBar state={state} total={items.length} />
          <CatalogResults state={state} />
        </>
      )}
    </Page>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  const [first, ...others] = warnings;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} mb="md" role="status">
      {others.length === 0 ? (
        first
      ) : (
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function EmptyCatalog() {
  const hasVault = useVisibleDestinations().some(({ service }) => service === 'vault');
  return (
    <EmptyState
      boxed
      icon={<IconBooks size={22} stroke={1.6} />}
      title={t('catalog.empty.title')}
      text={t('catalog.empty.text')}
      action={
        hasVault && (
          <Button component={ServiceLink} href={`${portalPath()}/vault/upload`}>
            {t('catalog.empty.action')}
          </Button>
        )
      }
    />
  );
}
