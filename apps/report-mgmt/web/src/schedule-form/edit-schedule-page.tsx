import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconHistory, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { EmptyState, Loaded, LoadingRows, Page, t } from '@cairn/ui';
import { SCHEDULES_ROUTE } from '../addresses.ts';
import { useDefinitions } from '../catalog/use-definitions.ts';
import type { ScheduleDetails } from '../client.ts';
import { scheduleHistoryRoute, schedulesHref } from '../schedules/addresses.ts';
import { DeleteSchedule } from '../schedules/delete-schedule.tsx';
import { useRunNow } from '../schedules/use-run-now.ts';
import { useSchedule } from '../schedules/use-schedules.ts';
import { newSchedule, valuesOf } from './fields.ts';
import { proposalOf } from './report-fields.tsx';
import { ScheduleForm } from './schedule-form.tsx';

/** A new schedule, one for the report in the address, or the one with the id in the address. */
export function EditSchedulePage() {
  const [address] = useSearchParams();
  const id = address.get('id');
  if (id === null) return <NewSchedule report={(address.get('report') ?? '').toLowerCase()} />;
  return /^[1-9]\d{0,8}$/.test(id) ? <StoredSchedule key={id} id={Number(id)} /> : <NoSchedule />;
}

const crumbs = () => [{ label: t('schedules.title'), href: schedulesHref() }];

function NewSchedule({ report }: { report: string }) {
  const reports = useDefinitions();
  // Without it the form would begin before the proposals of the report are known.
  const isWaiting = report !== '' && reports.isPending;
  const chosen = reports.data?.definitions.find(({ key }) => key === report);
  return (
    <Page title={t('scheduleForm.newTitle')} lead={t('scheduleForm.lead')} width={1000} crumbs={crumbs()}>
      {isWaiting ? (
        <LoadingRows />
      ) : (
        <ScheduleForm
          initial={{ ...newSchedule(report), ...(chosen ? proposalOf(chosen) : {}) }}
          stored={null}
        />
      )}
    </Page>
  );
}

function StoredSchedule({ id }: { id: number }) {
  const query = useSchedule(id);
  return (
    <Loaded query={query} errorTitle={t('scheduleForm.noSchedule')}>
      {(schedule) => <Editor key={schedule.revision} schedule={schedule} />}
    </Loaded>
  );
}

function Editor({ schedule }: { schedule: ScheduleDetails }) {
  const { id, revision, report_title: title } = schedule;
  const navigate = useNavigate();
  const { run, isRunning } = useRunNow();
  const [isDirty, setDirty] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Page
      title={t('scheduleForm.editTitle', { title })}
      lead={t('scheduleForm.lead')}
      width={1000}
      crumbs={crumbs()}
      action={
        <>
          <Button
            component={Link}
            to={scheduleHistoryRoute(id)}
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
          >
            {t('schedules.history')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={isRunning(id)}
            disabled={isDirty}
            title={isDirty ? t('scheduleForm.runNowDirty') : undefined}
            onClick={() => run(id)}
          >
            {t('scheduleForm.runNow')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            {t('schedules.delete')}
          </Button>
        </>
      }
    >
      <ScheduleForm initial={valuesOf(schedule)} stored={{ id, revision }} onDirty={setDirty} />
      <DeleteSchedule
        schedule={isDeleting ? schedule : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate(SCHEDULES_ROUTE)}
      />
    </Page>
  );
}

function NoSchedule() {
  return (
    <Page title={t('scheduleForm.noSchedule')} crumbs={crumbs()}>
      <EmptyState
        boxed
        title={t('scheduleForm.noSchedule')}
        action={
          <Button component={Link} to={SCHEDULES_ROUTE}>
            {t('schedules.title')}
          </Button>
        }
      />
    </Page>
  );
}
