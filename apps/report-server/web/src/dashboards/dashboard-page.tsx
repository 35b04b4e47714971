import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { IconCode, IconPencil, IconShare } from '@tabler/icons-react';
import { useParams } from 'react-router';
import {
  EmptyState,
  ErrorState,
  LoadingRows,
  Page,
  ServiceLink,
  ShareDialog,
  t,
  tui,
  useDocumentTitle,
  useUrlState,
} from '@cairn/ui';
import { embeddingHref } from '../embedding/addresses.ts';
import { DASHBOARDS_ROUTE, dashboardHref, type DashboardName } from './addresses.ts';
import { hrefOf } from '../library/addresses.ts';
import { DashboardView } from './show/dashboard-view.tsx';
import { useDashboardState } from './show/use-dashboard-state.ts';
import type { Dashboard } from './types.ts';
import { useDashboard } from './use-dashboards.ts';

const DashboardEditor = lazy(async () => ({
  default: (await import('./edit/dashboard-editor.tsx')).DashboardEditor,
}));

const crumbs = () => [{ label: t('dashboards.title'), href: hrefOf(DASHBOARDS_ROUTE) }];

/** One dashboard, to be used or edited. */
export function DashboardPage() {
  const { owner = '', key = '' } = useParams();
  const { data, error, refetch } = useDashboard({ owner, key });
  useDocumentTitle(data?.title ?? t('dashboards.title'));
  if (error)
    return (
      <Page title={t('dashboards.title')} crumbs={crumbs()}>
        {error.status === 404 || error.status === 403 ? (
          <EmptyState boxed title={t('dashboard.closed')} text={error.message} />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </Page>
    );
  if (!data)
    return (
      <Page title={t('dashboards.title')} crumbs={crumbs()} width="full">
        <LoadingRows rows={6} height={64} />
      </Page>
    );
  return <OpenDashboard key={`${data.id}`} dashboard={data} name={{ owner, key }} />;
}

function OpenDashboard({ dashboard, name }: { dashboard: Dashboard; name: DashboardName }) {
  const [edit, setEdit] = useUrlState('edit');
  const [isSharing, setSharing] = useState(false);
  const { title, description, permission, id } = dashboard;
  const isEdited = edit !== '' && permission !== 'view';
  return (
    <Page
      title={title}
      lead={description}
      crumbs={crumbs()}
      width="full"
      action={
        isEdited ? undefined : (
          <>
            <Button
              variant="default"
              component={ServiceLink}
              href={embeddingHref({ type: 'dashboard', id: name.key, owner: name.owner })}
              leftSection={<IconCode size={16} aria-hidden />}
            >
              {t('dashboards.embed')}
            </Button>
            {permission === 'admin' ? (
              <Button
                variant="default"
                leftSection={<IconShare size={16} aria-hidden />}
                onClick={() => setSharing(true)}
              >
                {tui('sharing.action')}
              </Button>
            ) : null}
            {permission === 'view' ? null : (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEdit('1')}>
                {t('dashboards.edit')}
              </Button>
            )}
          </>
        )
      }
    >
      {isEdited ? (
        <Suspense fallback={<LoadingRows rows={6} height={64} />}>
          <DashboardEditor dashboard={dashboard} onClose={() => setEdit('')} />
        </Suspense>
      ) : (
        <UsedDashboard dashboard={dashboard} />
      )}
      <ShareDialog
        resource={{ type: 'dashboard', key: String(id) }}
        name={title}
        href={dashboardHref(name)}
        opened={isSharing}
        onClose={() => setSharing(false)}
        onSaved={() => undefined}
      />
    </Page>
  );
}

/** Its steps of Undo are those of its use, not those of the editor. */
function UsedDashboard({ dashboard }: { dashboard: Dashboard }) {
  return <DashboardView dashboard={dashboard} view={useDashboardState()} />;
}
