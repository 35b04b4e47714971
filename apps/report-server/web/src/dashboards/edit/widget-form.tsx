import { NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import { useViews } from '../../explorer/views/use-views.ts';
import { COLUMNS, LEAST, placeItem, type Place } from '../grid/layout.ts';
import { tableOf } from '../show/table-of.ts';
import type { DashboardItem } from '../types.ts';
import { changeItem, changeKind, changeView } from './items.ts';
import type { Draft } from './use-draft.ts';
import styles from './edit.module.css';

interface WidgetFormProps {
  draft: Draft;
  item: DashboardItem;
}

/** Title, content and place of a widget. What is typed shows at once, and Undo takes it back. */
export function WidgetForm({ draft, item }: WidgetFormProps) {
  const { id, widget } = item;
  const { content, change } = draft;
  const set = (changed: Partial<DashboardItem>, joint: string) =>
    change((now) => changeItem(now, id, changed), `${joint} ${id}`);
  return (
    <Stack gap="md">
      <TextInput
        data-autofocus
        label={t('edit.title')}
        placeholder={content.views[id]?.title ?? ''}
        maxLength={200}
        value={item.title ?? ''}
        onChange={(event) => set({ title: event.currentTarget.value }, 'title')}
      />
      {widget.text === undefined ? (
        widget.inline ? (
          <KindField draft={draft} item={item} />
        ) : (
          <ViewField draft={draft} item={item} />
        )
      ) : (
        <Textarea
          label={t('edit.text')}
          maxLength={10_000}
          autosize
          minRows={5}
          maxRows={16}
          value={widget.text}
          onChange={(event) => set({ widget: { text: event.currentTarget.value } }, 'text')}
        />
      )}
      <div className={styles.places} role="group" aria-label={t('edit.place')}>
        <PlaceField draft={draft} item={item} name="x" min={1} max={COLUMNS} />
        <PlaceField draft={draft} item={item} name="y" min={1} max={1001} />
        <PlaceField draft={draft} item={item} name="w" min={LEAST.w} max={COLUMNS} />
        <PlaceField draft={draft} item={item} name="h" min={LEAST.h} max={100} />
      </div>
    </Stack>
  );
}

const KINDS = ['table', 'chart', 'map'] as const;

function KindField({ draft: { change }, item }: WidgetFormProps) {
  return (
    <Select
      label={t('edit.kind')}
      data={KINDS.map((value) => ({ value, label: t(`layout.${value}`) }))}
      value={item.widget.inline?.kind ?? 'table'}
      allowDeselect={false}
      onChange={(kind) => change((now) => changeKind(now, item, kind as (typeof KINDS)[number]))}
    />
  );
}

function ViewField({ draft: { content, change }, item: { id, widget } }: WidgetFormProps) {
  const views = useViews().views?.filter((view) => tableOf(view)) ?? [];
  const current = widget.view ? `${widget.view.owner}/${widget.view.key}` : '';
  const choices = views.map(({ owner, key, title }) => ({ value: `${owner}/${key}`, label: title }));
  if (!choices.some(({ value }) => value === current))
    choices.unshift({ value: current, label: content.views[id]?.title ?? t('widget.deleted') });
  return (
    <Select
      label={t('edit.view')}
      description={t('edit.viewHint')}
      data={choices}
      value={current}
      allowDeselect={false}
      searchable
      onChange={(next) => {
        const view = views.find(({ owner, key }) => `${owner}/${key}` === next);
        if (view) change((now) => changeView(now, id, view));
      }}
    />
  );
}

interface PlaceFieldProps extends WidgetFormProps {
  name: keyof Place;
  min: number;
  max: number;
}

/** Columns and rows are counted from 1 for people. */
function PlaceField({ draft, item, name, min, max }: PlaceFieldProps) {
  const from = name === 'x' || name === 'y' ? 1 : 0;
  return (
    <NumberInput
      label={t(`edit.places.${name}`)}
      min={min}
      max={max}
      allowDecimal={false}
      value={item[name] + from}
      onChange={(value) => {
        if (typeof value !== 'number' || value < min || value > max) return;
        draft.change(({ layout }) => ({ layout: placeItem(layout, item.id, { [name]: value - from }) }));
      }}
    />
  );
}
