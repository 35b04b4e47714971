import { Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { basePath, LoadingRows, Page, ServiceLink, t, useMe } from '@cairn/ui';
import { useViews } from '../views/use-views.ts';
import { viewSearch } from '../views/view-state.ts';
import { tableSearch } from './table-address.ts';
import { TableSearch } from './table-search.tsx';
import { ViewCards } from './view-cards.tsx';

/** Where exploring begins: with the default view, where there is one, else with a saved view or a table. */
export function StartPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { views, isPending } = useViews();
  const isAdmin = useMe().data?.admin === true;
  const first = search === '' ? views?.find((view) => view.is_default) : undefined;
  const address = first && viewSearch(first);
  if (address) return <Navigate to={{ search: address }} replace />;
  return (
    <Page
      title={t('explorer.title')}
      lead={t('explorer.lead')}
      action={isAdmin ? <DatasourcesLink /> : undefined}
    >
      {isPending ? (
        <LoadingRows rows={4} height={56} />
      ) : (
        <>
          <ViewCards />
          <TableSearch onChoose={(table) => void navigate({ search: tableSearch(table) })} />
        </>
      )}
    </Page>
  );
}

function DatasourcesLink() {
  return (
    <Button
      component={ServiceLink}
      href={`${basePath()}/datasources`}
      variant="default"
      leftSection={<IconDatabase size={16} aria-hidden />}
    >
      {t('start.datasources')}
    </Button>
  );
}
