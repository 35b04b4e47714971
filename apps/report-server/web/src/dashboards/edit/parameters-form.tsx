import { useState } from 'react';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { EmptyState, t } from '@cairn/ui';
import { ParameterControl } from '../show/parameter-control.tsx';
import { useReportConfig, useReportParameter } from '../show/use-report-parameter.ts';
import { titleOf } from '../show/widget-content.ts';
import { parameterLabel } from '../state/widget-parameters.ts';
import type { DashboardContent, DashboardItem } from '../types.ts';
import {
  addParameter,
  changeParameter,
  nameProblem,
  removeParameter,
  renameParameter,
} from './parameters.ts';
import type { Draft } from './use-draft.ts';
import styles from './edit.module.css';

/** The parameters of a dashboard: each with the parameter that it sets in the report of each widget. */
export function ParametersForm({ draft }: { draft: Draft }) {
  const { content, change } = draft;
  const names = Object.keys(content.parameters);
  return (
    <Stack gap="md">
      {names.length === 0 ? (
        <EmptyState title={t('edit.noParameters')} text={t('edit.noParametersText')} />
      ) : (
        // By place: the name itself can be changed.
        names.map((name, at) => <ParameterForm key={at} draft={draft} name={name} />)
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => change((now) => addParameter(now))}
        >
          {t('edit.addParameter')}
        </Button>
      </div>
    </Stack>
  );
}

function ParameterForm({ draft: { content, change }, name }: { draft: Draft; name: string }) {
  const parameter = content.parameters[name]!;
  const label = parameterLabel(name, parameter);
  const described = useReportParameter(content, name, parameter);
  return (
    <fieldset className={styles.filter}>
      <legend>{label}</legend>
      <TextInput
        label={t('edit.filterLabel')}
        maxLength={200}
        value={parameter.label ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change((now) => changeParameter(now, name, { label: value }), `parameter label ${name}`)
        }
      />
      <NameField
        content={content}
        name={name}
        onRename={(next) => change((now) => renameParameter(now, name, next))}
      />
      {content.layout
        .filter(({ id }) => content.views[id]?.source.report)
        .map((item) => (
          <TargetField
            key={item.id}
            content={content}
            item={item}
            target={parameter.widgets[item.id] ?? ''}
            onChange={(target) => {
              const { [item.id]: _, ...others } = parameter.widgets;
              const widgets = target === '' ? others : { ...others, [item.id]: target };
              change((now) => changeParameter(now, name, { widgets }));
            }}
          />
        ))}
      <div>
        <span>{t('edit.startsWith')} </span>
        <ParameterControl
          {...{ name, parameter, described }}
          value={parameter.default ?? null}
          onChange={(value) => change((now) => changeParameter(now, name, { default: value ?? undefined }))}
        />
      </div>
      <div>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => change((now) => removeParameter(now, name))}
        >
          {t('edit.removeFilter', { label })}
        </Button>
      </div>
    </fieldset>
  );
}

interface NameFieldProps {
  content: DashboardContent;
  name: string;
  onRename: (next: string) => void;
}

/** A name that cannot be is kept in the field alone. */
function NameField({ content, name, onRename }: NameFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const problem = typed === null ? null : nameProblem(content, name, typed);
  return (
    <TextInput
      label={t('edit.filterName')}
      description={t('edit.filterNameHint')}
      maxLength={63}
      value={typed ?? name}
      error={problem ? t(problem) : null}
      onChange={({ currentTarget: { value } }) => {
        const isFine = nameProblem(content, name, value) === null;
        setTyped(isFine ? null : value);
        if (isFine) onRename(value);
      }}
    />
  );
}

interface TargetFieldProps {
  content: DashboardContent;
  item: DashboardItem;
  target: string;
  onChange: (target: string) => void;
}

/** The parameter that is set in the report of one widget. */
function TargetField({ content, item, target, onChange }: TargetFieldProps) {
  const config = useReportConfig(content.views[item.id]?.source.report).data;
  const choices = (config?.parameters ?? []).map(({ name, label }) => ({ value: name, label }));
  if (target !== '' && !choices.some(({ value }) => value === target))
    choices.push({ value: target, label: target });
  return (
    <Select
      label={titleOf(content, item)}
      data={[{ value: '', label: t('edit.notSet') }, ...choices]}
      value={target}
      allowDeselect={false}
      searchable={choices.length > 10}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
