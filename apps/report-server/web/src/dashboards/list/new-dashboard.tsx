import { Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import { dashboardRoute } from '../addresses.ts';
import type { Dashboard } from '../types.ts';
import { dashboardsKey } from '../use-dashboards.ts';

interface Values extends Record<string, unknown> {
  title: string;
  description: string;
}

/** Names a new dashboard, which then opens to be filled. */
export function NewDashboard({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useSaveForm<Values, Dashboard>({
    initial: { title: '', description: '' },
    validate: { title: (value) => (value.trim() === '' ? t('dashboards.titleMissing') : null) },
    save: (body) => reportServer.POST('/api/v1/explorer/dashboards', { body }),
    refresh: [[...dashboardsKey]],
    onSaved: (dashboard) => void navigate(`${dashboardRoute(dashboard)}?edit=1`),
  });
  return (
    <SaveForm state={form} save={t('dashboards.create')} onCancel={onClose}>
      <TextInput
        data-autofocus
        withAsterisk
        label={t('dashboards.name')}
        maxLength={200}
        {...form.form.getInputProps('title')}
      />
      <Textarea
        label={t('dashboards.description')}
        maxLength={2000}
        autosize
        minRows={2}
        {...form.form.getInputProps('description')}
      />
    </SaveForm>
  );
}
