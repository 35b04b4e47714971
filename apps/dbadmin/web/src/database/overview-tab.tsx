import { Alert, Badge, Stack, Textarea } from '@mantine/core';
import {
  FileSize,
  formatExact,
  FormActions,
  formatNumber,
  Panel,
  ServiceLink,
  t,
  useSaveForm,
} from '@cairn/ui';
import { dbadmin, pageHref, type DatabaseDetail } from '../client.ts';
import { addressOf } from '../connections/columns.tsx';
import { LastBackup } from '../databases/state.tsx';
import { Facts } from '../layout/facts.tsx';
import { useServerRights } from '../layout/use-server-rights.ts';
import { databaseKey, databasesKey } from '../query-keys.ts';
import type { TabProps } from './database-page.tsx';
import styles from './database.module.css';

/** What is known about a database, and what people wrote about it. */
export function OverviewTab({ database }: TabProps) {
  const mayEdit = useServerRights(database.connection).edit;
  return (
    <>
      {database.error ? (
        <Alert color="yellow" title={t('database.partly')}>
          {database.error}
        </Alert>
      ) : null}
      <Panel title={t('database.facts')}>
        <Facts entries={factsOf(database)} />
      </Panel>
      <Panel title={t('database.spatial')}>
        <SpatialFacts database={database} />
      </Panel>
      {mayEdit ? (
        <Panel title={t('databases.purpose')} lead={t('create.purposeHint')}>
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
      t('databases.server'),
      <ServiceLink key="server" href={pageHref('/connections', { panel: connection.id })}>
        {connection.name}
      </ServiceLink>,
    ],
    [t('server.address'), addressOf(connection)],
    [t('server.versionName'), database.server_version ? `PostgreSQL ${database.server_version}` : null],
    [t('databases.size'), typeof size === 'number' ? <FileSize key="size" bytes={size} /> : null],
    [t('databases.tables'), numberOf(database.table_count)],
    [t('databases.sessions'), numberOf(database.sessions)],
    [t('databases.owner'), database.owner],
    [t('database.encoding'), database.encoding],
    [t('database.collation'), database.collation],
    [t('databases.lastBackup'), <LastBackup key="backup" row={database} />],
    [t('database.since'), database.created_at ? formatExact(new Date(database.created_at)) : null],
  ];
}

function SpatialFacts({ database }: TabProps) {
  if (!database.spatialdb?.installed) return <p style={{ margin: 0 }}>{t('database.notSpatial')}</p>;
  const geometry = database.geometry ?? [];
  const srids = database.srids ?? [];
  return (
    <Facts
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

function PurposeForm({ database }: TabProps) {
  const { form, bind, saving, problem, guard } = useSaveForm({
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
    <form {...bind}>
      <Stack gap="sm">
        <Textarea
          aria-label={t('databases.purpose')}
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('purpose')}
        />
        <FormActions
          save={t('connections.save')}
          saving={saving}
          problem={problem}
          disabled={!form.isDirty()}
        />
      </Stack>
      {guard}
    </form>
  );
}

function numberOf(value: number | null | undefined): string | null {
  return typeof value === 'number' ? formatNumber(value) : null;
}
