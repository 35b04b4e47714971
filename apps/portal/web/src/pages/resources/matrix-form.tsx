import { Radio, Stack } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { portal, type PermissionRow } from '../../api.ts';
import { keys } from '../../queries.ts';
import { withVisibility } from './matrix.ts';
import { MatrixTable } from './matrix-table.tsx';

interface Props {
  resourceId: number;
  visibility: 'public' | 'restricted';
  matrix: PermissionRow[];
  onDone: () => void;
}

/** Visibility and the rights of each group; saved as one. */
export function MatrixForm({ resourceId, visibility, matrix, onDone }: Props) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { visibility, matrix },
    save: (values) =>
      portal.PUT('/api/admin/resources/{id}/permissions', {
        params: { path: { id: resourceId } },
        body: {
          visibility: values.visibility,
          matrix: values.matrix.map(({ group_id, view, edit, admin }) => ({ group_id, view, edit, admin })),
        },
      }),
    refresh: [keys.overview, keys.permissions, ['explain', resourceId]],
    done: t('resources.saved'),
    onSaved: onDone,
  });
  function changeVisibility(next: string) {
    const chosen = next === 'public' ? 'public' : 'restricted';
    form.setValues({ visibility: chosen, matrix: withVisibility(form.values.matrix, chosen) });
  }
  return (
    <form {...bind}>
      <Stack gap="md">
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
        <FormActions
          save={t('resources.save')}
          saving={saving}
          problem={problem}
          disabled={!form.isDirty()}
          onCancel={onDone}
        />
      </Stack>
      {guard}
    </form>
  );
}
