import { Alert, Badge } from '@mantine/core';
import {
  Facts,
  FileSize,
  Panel,
  SaveForm,
  ServiceLink,
  formatExact,
  formatNumber,
  t,
  useSaveForm,
} from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import { dbadmin, type DatabaseDetail } from '../client.ts';
import { addressOf } from '../connections/columns.tsx';
import { useServerRights } from '../connections/use-server-rights.ts';
import { LastBackup } from '../databases/backup-badges.tsx';
import { PurposeField } from '../databases/database-fields.tsx';
import { databaseKey, databasesKey } from '../query-keys.ts';
import type { DatabaseTabProps } from './types.ts';
import styles from './database.module.css';

/** The details of a database, and its purpose to edit. */
export function OverviewTab({ database }: DatabaseTabProps) {
  const mayEdit = useServerRights(database.connection).edit;
  return (
    <>
      {database.error ? (
        <Alert color="yellow" title={t('database.incomplete')}>
          {database.error}
        </Alert>
      ) : null}
      <Panel title={t('database.facts')}>
        <Facts grid entries={factsOf(database)} />
      </Panel>
      <Panel title={t('database.spatial')}>
        <SpatialFacts database={database} />
      </Panel>
      {mayEdit ? (
        <Panel title={t('databases.purpose')} lead={t('databases.purposeHint')}>
          <PurposeForm database={database} />
        </Panel>
      ) : null}
    </>
  );
}

function factsOf(database: DatabaseDetail): [string, React.ReactNode][] {
  const { connection } = database;
  const size = database.size_bytes;
  return [
    [
      t('server.choose'),
      <ServiceLink key="server" href={pageHref('/connections', { panel: connection.id })}>
        {connection.name}
      </ServiceLink>,
    ],
    [t('server.address'), addressOf(connection)],
    [t('server.versionName'), database.server_version ? `PostgreSQL ${database.server_version}` : null],
    [t('databases.size'), typeof size === 'number' ? <FileSize key="size" bytes={size} /> : null],
    [t('databases.tables'), formatCount(database.table_count)],
    [t('databases.sessions'), formatCount(database.sessions)],
    [t('databases.owner'), database.owner],
    [t('database.encoding'), database.encoding],
    [t('database.collation'), database.collation],
    [t('databases.lastBackup'), <LastBackup key="backup" row={database} />],
    [t('database.registered'), database.created_at ? formatExact(new Date(database.created_at)) : null],
  ];
}

function SpatialFacts({ database }: DatabaseTabProps) {
  if (!database.spatialdb?.installed) return <p style={{ margin: 0 }}>{t('database.notSpatial')}</p>;
  const geometry = database.geometry ?? [];
  const srids = database.srids ?? [];
  return (
    <Facts
      grid
      entries={[
        ['PostGIS', database.spatialdb.version],
        [
          t('database.geometry'),
          geometry.length === 0 ? (
            t('database.noGeometry')
          ) : (
            <span className={styles.kinds} key="kinds">
              {geometry.map(({ type, count }) => (
                <Badge key={type} color="pine">
                  {type} · {formatNumber(count)}
                </Badge>
              ))}
            </span>
          ),
        ],
        [
          t('database.srids'),
          srids.map((srid) => (srid === 0 ? t('database.noSrid') : `EPSG:${srid}`)).join(', '),
        ],
      ]}
    />
  );
}

function PurposeForm({ database }: DatabaseTabProps) {
  const state = useSaveForm({
    initial: { purpose: database.purpose },
    save: ({ purpose }) =>
      dbadmin.PUT('/api/databases/{id}', {
        params: { path: { id: database.id } },
        body: { purpose: purpose.trim() },
      }),
    refresh: [databaseKey(database.id), databasesKey],
    done: t('database.purposeSaved'),
  });
  return (
    <SaveForm state={state} save={t('common.save')} disabled={!state.form.isDirty()}>
      <PurposeField
        aria-label={t('databases.purpose')}
        label={null}
        description={null}
        {...state.form.getInputProps('purpose')}
      />
    </SaveForm>
  );
}

function formatCount(value: number | null | undefined): string | null {
  return typeof value === 'number' ? formatNumber(value) : null;
}
