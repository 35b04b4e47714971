import { Radio, Stack } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { portal, type PermissionRow } from '../client.ts';
import { accessOverviewKey, permissionsKey } from '../query-keys.ts';
import { withVisibility } from './matrix.ts';
import { MatrixTable } from './matrix-table.tsx';

interface Props {
  resourceId: number;
  visibility: 'public' | 'restricted';
  matrix: PermissionRow[];
  onDone: () => void;
}

/** Visibility and the permissions of groups, saved together. */
export function MatrixForm({ resourceId, visibility, matrix, onDone }: Props) {
  const state = useSaveForm({
    initial: { visibility, matrix },
    save: (values) =>
      portal.PUT('/api/admin/resources/{id}/permissions', {
        params: { path: { id: resourceId } },
        body: {
          visibility: values.visibility,
          matrix: values.matrix.map(({ group_id, view, edit, admin }) => ({ group_id, view, edit, admin })),
        },
      }),
    refresh: [accessOverviewKey, permissionsKey, ['explain', resourceId]],
    done: t('resources.saved'),
    onSaved: onDone,
  });
  const { form } = state;
  function changeVisibility(next: string) {
    const chosen = next === 'public' ? 'public' : 'restricted';
    form.setValues({ visibility: chosen, matrix: withVisibility(form.values.matrix, chosen) });
  }
  return (
    <SaveForm state={state} save={t('resources.save')} disabled={!form.isDirty()} onCancel={onDone}>
      <Radio.Group
        label={t('resources.visibility')}
        value={form.values.visibility}
        onChange={changeVisibility}
      >
        <Stack gap={8} mt={6}>
          <Radio value="public" label={t('visibility.public')} description={t('visibility.publicHint')} />
          <Radio
            value="restricted"
            label={t('visibility.restricted')}
            description={t('visibility.restrictedHint')}
          />
        </Stack>
      </Radio.Group>
      <MatrixTable
        rows={form.values.matrix}
        visibility={form.values.visibility}
        onChange={(rows) => form.setFieldValue('matrix', rows)}
      />
    </SaveForm>
  );
}
