import { Button, List, Stack, Table, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ErrorState, formatNumber, Page, Panel, t, useChange } from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf } from '../addresses.ts';
import { reportMgmt, type ResourceSync } from '../client.ts';
import { definitionsKey } from '../query-keys.ts';

/** Registers all reports with the portal, and says what came of it. */
export function SyncPage() {
  const sync = useChange<void, ResourceSync>(() => reportMgmt.POST('/api/resource-sync'), {
    quiet: true,
    refresh: [[...definitionsKey]],
  });
  return (
    <Page
      title={t('sync.title')}
      lead={t('sync.lead')}
      width={720}
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
        >
          {t('sync.run')}
        </Button>
      }
    >
      <Stack gap="md">
        <Text>{t('sync.text')}</Text>
        <Text c="dimmed">{t('sync.rule')}</Text>
        {sync.error ? <ErrorState error={sync.error} title={t('sync.failed')} /> : null}
        {sync.data ? <Result result={sync.data} /> : null}
      </Stack>
    </Page>
  );
}

function Result({ result }: { result: ResourceSync }) {
  const { registered, already_exists, errors, skipped } = result;
  const rows: [string, number][] = [
    [t('sync.registered'), registered],
    [t('sync.already'), already_exists],
    [t('sync.errors'), errors.length],
    [t('sync.skipped'), skipped],
  ];
  return (
    <Panel
      title={t('sync.result')}
      action={
        <Button component={Link} to={CATALOG_ROUTE} variant="default" size="compact-sm">
          {t('sync.reports')}
        </Button>
      }
    >
      <Text role="status" mb="sm">
        {errors.length > 0
          ? t('sync.withErrors')
          : registered === 0
            ? t('sync.nothingNew')
            : t('sync.done', { count: registered, number: formatNumber(registered) })}
      </Text>
      {errors.length > 0 ? (
        <List size="sm" mb="sm">
          {errors.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      ) : null}
      <Table>
        <Table.Tbody>
          {rows.map(([label, count]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td ta="right">{formatNumber(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
