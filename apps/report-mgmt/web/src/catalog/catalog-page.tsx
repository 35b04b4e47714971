import { Button, Select, Switch } from '@mantine/core';
import { IconCalendarTime, IconLayoutDashboard, IconUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DataTable, formatNumber, Page, t, useMe, useRights, useUrlState } from '@cairn/ui';
import { PUBLISH_ROUTE, SCHEDULES_ROUTE, WORKSPACE_ROUTE } from '../addresses.ts';
import type { ReportSummary } from '../client.ts';
import { ReportMenu } from '../report/report-menu.tsx';
import { EmptyCatalog } from './empty-catalog.tsx';
import { FolderNotes } from './folder-notes.tsx';
import { ReportCard } from './report-card.tsx';
import { reportColumns } from './report-columns.ts';
import { useDefinitions } from './use-definitions.ts';

/** The reports that the person may view, as cards. Visitors see those that are public. */
export function CatalogPage() {
  const reports = useDefinitions();
  const columns = useMemo(() => reportColumns(), []);
  const me = useMe().data;
  const isVisitor = me?.authenticated === false;
  const isAdmin = me?.admin === true;
  const mayPublish = useRights('report-mgmt').edit;
  const filters = useFilters(reports.data?.definitions);
  return (
    <Page
      title={t('catalog.title')}
      lead={t(isVisitor ? 'catalog.leadForVisitors' : isAdmin ? 'catalog.lead' : 'catalog.leadForReaders')}
      width={1440}
      action={
        isVisitor ? undefined : (
          <>
            <WorkspaceButton />
            {isAdmin ? <SchedulesButton /> : null}
            {mayPublish ? <PublishButton /> : null}
          </>
        )
      }
    >
      {reports.data ? <FolderNotes list={reports.data} /> : null}
      <DataTable
        label={t('catalog.title')}
        rows={filters.rows}
        columns={columns}
        rowKey={({ key }) => key}
        rowName={({ title }) => title}
        source={reports}
        searchPlaceholder={t('catalog.search')}
        defaultSort={byTitle}
        pageSize={48}
        countOf={countOf}
        filters={filters.controls}
        filtered={filters.isSet}
        onResetFilters={filters.reset}
        card={(report) => <ReportCard report={report} />}
        actions={(report) => <ReportMenu report={report} />}
        empty={<EmptyCatalog isVisitor={isVisitor} action={mayPublish ? <PublishButton /> : undefined} />}
      />
    </Page>
  );
}

function WorkspaceButton() {
  return (
    <Button
      component={Link}
      to={WORKSPACE_ROUTE}
      variant="default"
      leftSection={<IconLayoutDashboard size={16} aria-hidden />}
    >
      {t('catalog.workspace')}
    </Button>
  );
}

function SchedulesButton() {
  return (
    <Button
      component={Link}
      to={SCHEDULES_ROUTE}
      variant="default"
      leftSection={<IconCalendarTime size={16} aria-hidden />}
    >
      {t('catalog.schedules')}
    </Button>
  );
}

function PublishButton() {
  return (
    <Button component={Link} to={PUBLISH_ROUTE} leftSection={<IconUpload size={16} aria-hidden />}>
      {t('catalog.publish')}
    </Button>
  );
}

/** The datasource, and whether only reports with problems are shown. They are kept in the address. */
function useFilters(all: ReportSummary[] | undefined) {
  const [datasource, setDatasource] = useUrlState('datasource');
  const [broken, setBroken] = useUrlState('broken');
  const [, setPage] = useUrlState('page');
  const rows = useMemo(
    () =>
      all?.filter(
        (row) =>
          (datasource === '' || row.datasource === datasource) && (broken === '' || row.problems.length > 0),
      ),
    [all, datasource, broken],
  );
  const datasources = [...new Set(all?.map((row) => row.datasource))].filter(Boolean).toSorted();
  const hasBroken = broken !== '' || all?.some(({ problems }) => problems.length > 0);
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setPage('');
  };
  const controls = (
    <>
      {datasources.length > 1 || datasource !== '' ? (
        <Select
          aria-label={t('catalog.datasource')}
          placeholder={t('catalog.anyDatasource')}
          data={datasources}
          value={datasource || null}
          clearable
          onChange={(value) => change(setDatasource)(value ?? '')}
          w={190}
        />
      ) : null}
      {hasBroken ? (
        <Switch
          label={t('catalog.onlyBroken')}
          checked={broken !== ''}
          onChange={(event) => change(setBroken)(event.currentTarget.checked ? 'only' : '')}
        />
      ) : null}
    </>
  );
  return {
    rows,
    controls,
    isSet: datasource !== '' || broken !== '',
    reset() {
      setDatasource('');
      setBroken('');
    },
  };
}

const byTitle = { key: 'title', descending: false };

function countOf(shown: number, total: number): string {
  if (shown === total) return t('catalog.count', { count: total, number: formatNumber(total) });
  return t('catalog.countOf', { shown: formatNumber(shown), total: formatNumber(total) });
}
