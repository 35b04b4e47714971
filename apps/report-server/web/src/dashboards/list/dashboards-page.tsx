import { lazy, Suspense, useMemo, useState } from 'react';
import { Button, Loader, SegmentedControl } from '@mantine/core';
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import { DataTable, EmptyState, LazyModal, Page, ShareDialog, t, useMe, useUrlState } from '@cairn/ui';
import { dashboardHref } from '../addresses.ts';
import type { DashboardSummary } from '../types.ts';
import { useDashboards } from '../use-dashboards.ts';
import { dashboardColumns } from './dashboard-columns.tsx';
import { DashboardMenu } from './dashboard-menu.tsx';
import { LicenseNote } from './license-note.tsx';
import { useDeleteDashboard } from './use-delete-dashboard.ts';

const NewDashboard = lazy(async () => ({ default: (await import('./new-dashboard.tsx')).NewDashboard }));

const WHOSE = ['all', 'mine', 'shared'] as const;

/** The dashboards that the person may see, and the way to a new one. */
export function DashboardsPage() {
  const [panel, setPanel] = useUrlState('panel');
  const [whose, setWhose] = useUrlState('whose', 'all');
  const [shared, setShared] = useState<DashboardSummary | null>(null);
  const me = useMe().data?.user?.username;
  const answer = useDashboards();
  const remove = useDeleteDashboard();
  const columns = useMemo(() => dashboardColumns(), []);
  const isOwn = ({ owner }: DashboardSummary) => owner === me;
  const rows = answer.data?.dashboards.filter(
    (dashboard) => whose === 'all' || (whose === 'mine') === isOwn(dashboard),
  );
  const isUnlicensed = answer.error?.code === 'license.feature_missing';
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPanel('new')}>
      {t('dashboards.new')}
    </Button>
  );
  return (
    <Page
      title={t('dashboards.title')}
      lead={t('dashboards.lead')}
      action={isUnlicensed ? undefined : create}
    >
      {isUnlicensed ? (
        <EmptyState boxed title={t('dashboards.unlicensed')} text={answer.error?.message} />
      ) : (
        <DataTable
          label={t('dashboards.title')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          source={answer}
          searchPlaceholder={t('dashboards.search')}
          defaultSort={{ key: 'title', descending: false }}
          filtered={whose !== 'all'}
          onResetFilters={() => setWhose('all')}
          filters={
            <SegmentedControl
              aria-label={t('dashboards.whose')}
              data={WHOSE.map((value) => ({ value, label: t(`dashboards.whoseOnes.${value}`) }))}
              value={whose}
              onChange={setWhose}
            />
          }
          actions={(dashboard) => (
            <DashboardMenu dashboard={dashboard} onShare={setShared} onDelete={(row) => void remove(row)} />
          )}
          empty={
            <EmptyState
              boxed
              icon={<IconLayoutDashboard size={22} stroke={1.6} />}
              title={t('dashboards.empty')}
              text={t('dashboards.emptyText')}
              action={create}
            />
          }
        />
      )}
      <LicenseNote />
      <LazyModal opened={panel === 'new'} onClose={() => setPanel('')} title={t('dashboards.new')}>
        <Suspense fallback={<Loader size="sm" />}>
          <NewDashboard onClose={() => setPanel('')} />
        </Suspense>
      </LazyModal>
      <SharedDashboard
        dashboard={shared}
        onClose={() => setShared(null)}
        onSaved={() => void answer.refetch()}
      />
    </Page>
  );
}

interface SharedDashboardProps {
  dashboard: DashboardSummary | null;
  onClose: () => void;
  onSaved: () => void;
}

/** The dialog keeps its dashboard while it closes. */
function SharedDashboard({ dashboard, onClose, onSaved }: SharedDashboardProps) {
  const [last, setLast] = useState(dashboard);
  if (dashboard !== null && dashboard !== last) setLast(dashboard);
  if (last === null) return null;
  return (
    <ShareDialog
      resource={{ type: 'dashboard', key: String(last.id) }}
      name={last.title}
      href={dashboardHref(last)}
      opened={dashboard !== null}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
