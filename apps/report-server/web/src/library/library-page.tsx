import { Button, Switch } from '@mantine/core';
import { IconFileImport, IconPlus, IconReportAnalytics, IconTimeline } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { DataTable, EmptyState, Page, ShareDialog, t, useLatched, useRights, useUrlState } from '@cairn/ui';
import { hrefOf, NEW_REPORT_ROUTE, RUNS_ROUTE, viewerRoute } from './addresses.ts';
import { reportColumns } from './report-columns.tsx';
import { ReportMenu } from './report-menu.tsx';
import type { ReportSummary } from './types.ts';
import { useArchive, useReports } from './use-reports.ts';

const ImportPanel = lazy(() =>
  import('./import-panel.tsx').then((module) => ({ default: module.ImportPanel })),
);

/** The reports that the person may run, and the ways to a new one. */
export function LibraryPage() {
  const [panel, setPanel] = useUrlState('panel');
  const [archived, setArchived] = useUrlState('archived');
  const [shared, setShared] = useState<ReportSummary | null>(null);
  const reports = useReports(archived === 'only');
  const { archive, restore } = useArchive();
  const columns = useMemo(() => reportColumns(), []);
  const mayCreate = useRights('report-server').edit;
  const wasImporting = useLatched(panel === 'import');
  return (
    <Page
      title={t('library.title')}
      lead={t(mayCreate ? 'library.lead' : 'library.leadForReaders')}
      action={
        <>
          <Button
            component={Link}
            to={RUNS_ROUTE}
            variant="default"
            leftSection={<IconTimeline size={16} aria-hidden />}
          >
            {t('library.runs')}
          </Button>
          {mayCreate ? (
            <>
              <Button
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
                onClick={() => setPanel('import')}
              >
                {t('library.import')}
              </Button>
              <NewReportButton />
            </>
          ) : null}
        </>
      }
    >
      <DataTable
        label={t('library.title')}
        rows={reports.data}
        columns={columns}
        rowKey={keyOf}
        rowName={({ title }) => title}
        source={reports}
        searchPlaceholder={t('library.search')}
        defaultSort={byTitle}
        filtered={archived === 'only'}
        onResetFilters={() => setArchived('')}
        filters={
          mayCreate ? (
            <Switch
              label={t('library.onlyArchived')}
              checked={archived === 'only'}
              onChange={(event) => setArchived(event.currentTarget.checked ? 'only' : '')}
            />
          ) : undefined
        }
        actions={(report) => (
          <ReportMenu
            report={report}
            onShare={setShared}
            onArchive={(row) => void archive(row)}
            onRestore={(row) => void restore(row)}
          />
        )}
        empty={
          <EmptyState
            boxed
            icon={<IconReportAnalytics size={22} stroke={1.6} />}
            title={t('library.empty')}
            text={t(mayCreate ? 'library.emptyText' : 'library.emptyForReaders')}
            action={mayCreate ? <NewReportButton /> : undefined}
          />
        }
      />
      <SharedReport report={shared} onClose={() => setShared(null)} onSaved={() => void reports.refetch()} />
      <Suspense>
        {wasImporting ? <ImportPanel opened={panel === 'import'} onClose={() => setPanel('')} /> : null}
      </Suspense>
    </Page>
  );
}

function NewReportButton() {
  return (
    <Button component={Link} to={NEW_REPORT_ROUTE} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('library.new')}
    </Button>
  );
}

interface SharedReportProps {
  report: ReportSummary | null;
  onClose: () => void;
  onSaved: () => void;
}

/** The dialog keeps its report while it closes. */
function SharedReport({ report, onClose, onSaved }: SharedReportProps) {
  const [last, setLast] = useState(report);
  if (report !== null && report !== last) setLast(report);
  if (last === null) return null;
  return (
    <ShareDialog
      resource={{ type: 'report', key: last.key }}
      name={last.title}
      href={hrefOf(viewerRoute(last.key))}
      opened={report !== null}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

const byTitle = { key: 'title', descending: false };

function keyOf({ key }: ReportSummary): string {
  return key;
}
