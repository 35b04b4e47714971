import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { SaveForm, t, useSaveForm, useUrlState } from '@cairn/ui';
import type { SavedView, SavedViewInput } from '../../client.ts';
import { useChartSpec } from '../chart/use-chart.ts';
import { usePanes } from '../layout/pane-choice.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { saveView, viewsKey } from './use-views.ts';
import { toViewContent } from './view-state.ts';

interface ViewFormProps {
  /** The view to replace; a new one when left out. */
  view: SavedView | undefined;
  onSaved: (view: SavedView) => void;
  onCancel: () => void;
}

interface Values extends Record<string, unknown> {
  title: string;
  description: string;
  kind: SavedViewInput['kind'];
  is_default: boolean;
}

/** Keeps what the explorer shows under a name. */
export function ViewForm({ view, onSaved, onCancel }: ViewFormProps) {
  const { source, state } = useExplorer();
  const { shown, possible } = usePanes();
  const chart = useChartSpec();
  const [at] = useUrlState('at');
  const form = useSaveForm<Values, SavedView>({
    initial: {
      title: view?.title ?? '',
      description: view?.description ?? '',
      kind: view?.kind ?? (state.chart && shown.includes('chart') ? 'chart' : shown[0]) ?? 'table',
      is_default: view?.is_default ?? false,
    },
    validate: { title: (value) => (value.trim() === '' ? t('views.titleMissing') : null) },
    save: (values) =>
      saveView({
        ...values,
        title: values.title.trim(),
        ...toViewContent({ state, table: source, chart, panes: shown, at }),
        ...(view ? { key: view.key, revision: view.revision } : {}),
      }),
    refresh: [[...viewsKey]],
    done: (saved) => t('views.saved', { title: saved.title }),
    onSaved,
  });
  const field = form.form.getInputProps;
  return (
    <SaveForm state={form} save={t('views.save')} onCancel={onCancel}>
      <TextInput data-autofocus label={t('views.name')} maxLength={200} withAsterisk {...field('title')} />
      <Textarea
        label={t('views.description')}
        maxLength={2000}
        autosize
        minRows={2}
        {...field('description')}
      />
      <Select
        label={t('views.kind')}
        description={t('views.kindHint')}
        data={possible.map((value) => ({ value, label: t(`layout.${value}`) }))}
        allowDeselect={false}
        {...field('kind')}
      />
      <Checkbox
        label={t('views.default')}
        description={t('views.defaultHint')}
        {...form.form.getInputProps('is_default', { type: 'checkbox' })}
      />
    </SaveForm>
  );
}
