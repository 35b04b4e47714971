import { Button, Group, List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  formatNumber,
  Loaded,
  notifyDone,
  notifyError,
  notifyUndo,
  Page,
  Panel,
  requestJson,
  t,
  useApi,
  useMe,
} from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf, viewRoute } from '../addresses.ts';
import { reportMgmt, type ReportDefinition } from '../client.ts';
import { ChosenReport } from '../report/chosen-report.tsx';
import { definitionsKey, schedulesKey } from '../query-keys.ts';
import { useDefinition } from '../report/use-definition.ts';

/** Asks before a report is deleted, says what ends with it, and offers Undo afterwards. */
export function DeletePage() {
  return <ChosenReport>{(key) => <ReportLoader report={key} />}</ChosenReport>;
}

function ReportLoader({ report }: { report: string }) {
  const definition = useDefinition(report);
  return <Loaded query={definition}>{(data) => <Question report={data} />}</Loaded>;
}

function Question({ report: { key, title } }: { report: ReportDefinition }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: definitionsKey });

  async function remove(): Promise<void> {
    setDeleting(true);
    try {
      await requestJson(hrefOf('/reports/delete_report.php'), {
        method: 'POST',
        body: new URLSearchParams({ report: key }),
      });
      notifyUndo(t('deletion.done', { title }), () => void restore());
      queries.removeQueries({ queryKey: [...definitionsKey, key] });
      await navigate(CATALOG_ROUTE);
      await refresh();
    } catch (error) {
      notifyError(error);
      setDeleting(false);
    }
  }

  async function restore(): Promise<void> {
    try {
      await requestJson(hrefOf(`/api/v1/definitions/${encodeURIComponent(key)}/restore`), { method: 'POST' });
      notifyDone(t('deletion.restored', { title }));
    } catch (error) {
      notifyError(error);
    }
    await refresh();
  }

  return (
    <Page
      title={t('deletion.title', { title })}
      lead={t('deletion.lead')}
      width={720}
      crumbs={[
        { label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) },
        { label: title, href: hrefOf(viewRoute(key)) },
      ]}
    >
      <Panel title={t('deletion.ends')}>
        <List>
          <List.Item>
            <Schedules report={key} />
          </List.Item>
          <List.Item>{t('deletion.links')}</List.Item>
          <List.Item>{t('deletion.registration')}</List.Item>
        </List>
        <Text fw={600} mt="md" mb={4}>
          {t('deletion.stays')}
        </Text>
        <List>
          <List.Item>{t('deletion.history')}</List.Item>
        </List>
        <Group justify="flex-end" gap={8} mt="lg">
          <Button component={Link} to={viewRoute(key)} variant="default">
            {t('deletion.cancel')}
          </Button>
          <Button color="red" variant="light" loading={isDeleting} onClick={() => void remove()}>
            {t('deletion.confirm')}
          </Button>
        </Group>
      </Panel>
    </Page>
  );
}

/** The schedules that end, with their number for administrators, to whom they are listed. */
function Schedules({ report }: { report: string }) {
  const isAdmin = useMe().data?.admin === true;
  const schedules = useApi(
    [...schedulesKey, 'of', report],
    (signal) => reportMgmt.GET('/api/v1/schedules', { params: { query: { report, limit: 1 } }, signal }),
    { enabled: isAdmin },
  );
  const count = schedules.data?.total;
  if (count === undefined) return t('deletion.schedules');
  if (count === 0) return t('deletion.noSchedules');
  return t('deletion.scheduleCount', { count, number: formatNumber(count) });
}
