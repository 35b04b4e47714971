import { Anchor, Badge, Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DataTable, EmptyState, Page, portalPath, ServiceLink, t, useMe, type Column } from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf, viewRoute } from '../addresses.ts';
import type { ReportSummary } from '../client.ts';
import { useDefinitions } from '../catalog/use-definitions.ts';
import styles from './datasources.module.css';
import { useDatasourceNames } from './use-datasource-names.ts';

interface Row {
  name: string;
  isAvailable: boolean;
  reports: ReportSummary[];
}

/** The databases that reports read. They are kept by the report server; this page shows what reads them. */
export function DatasourcesPage() {
  const names = useDatasourceNames();
  const reports = useDefinitions();
  const isAdmin = useMe().data?.admin === true;
  const rows = useMemo(
    () => (names.data && reports.data ? rowsOf(names.data, reports.data.definitions) : undefined),
    [names.data, reports.data],
  );
  const columns = useMemo(() => datasourceColumns(), []);
  const manage = isAdmin ? (
    <Button
      component={ServiceLink}
      href={`${portalPath()}/report-server/datasources`}
      variant="default"
      leftSection={<IconDatabase size={16} aria-hidden />}
    >
      {t('datasources.manage')}
    </Button>
  ) : undefined;
  return (
    <Page
      title={t('datasources.title')}
      lead={t('datasources.lead')}
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={manage}
    >
      <DataTable
        label={t('datasources.title')}
        rows={rows}
        columns={columns}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        source={names.error ? names : reports}
        empty={
          <EmptyState
            boxed
            icon={<IconDatabase size={22} stroke={1.6} />}
            title={t('datasources.empty')}
            text={t('datasources.emptyText')}
            action={manage}
          />
        }
      />
    </Page>
  );
}

function rowsOf(names: string[], reports: ReportSummary[]): Row[] {
  const all = new Set([...names, ...reports.map(({ datasource }) => datasource)]);
  all.delete('');
  return [...all].toSorted().map((name) => ({
    name,
    isAvailable: names.includes(name),
    reports: reports.filter(({ datasource }) => datasource === name),
  }));
}

function datasourceColumns(): Column<Row>[] {
  return [
    {
      key: 'name',
      header: t('datasources.name'),
      value: ({ name }) => name,
      cell: ({ name, isAvailable }) => (
        <span className={styles.name}>
          {name}
          {isAvailable ? null : (
            <Badge size="xs" color="yellow" title={t('datasources.missingText')}>
              {t('datasources.missing')}
            </Badge>
          )}
        </span>
      ),
      always: true,
    },
    {
      key: 'reports',
      header: t('datasources.reports'),
      value: ({ reports }) => reports.map(({ title }) => title).join(', '),
      cell: ({ reports }) =>
        reports.length === 0 ? (
          <span className={styles.quiet}>{t('datasources.noReports')}</span>
        ) : (
          <span className={styles.reports}>
            {reports.map(({ key, title }) => (
              <Anchor key={key} component={Link} to={viewRoute(key)}>
                {title}
              </Anchor>
            ))}
          </span>
        ),
    },
  ];
}
