import { Switch, Textarea, TextInput } from '@mantine/core';
import type { Element, FieldElement } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { ChartFields } from './chart-fields.tsx';
import { DatasetField } from './dataset-field.tsx';
import { ExpressionField } from './expression-field.tsx';
import { ChoiceField } from './inputs.tsx';
import { MapFields } from './map-fields.tsx';
import { TableFields } from './table-fields.tsx';

interface Props {
  element: Element;
  onChange: (change: Record<string, unknown>) => void;
}

/** What an element shows, by its kind. */
export function ContentFields({ element, onChange }: Props) {
  switch (element.kind) {
    case 'text':
      return (
        <>
          <Textarea
            label={t('properties.text')}
            autosize
            minRows={2}
            value={element.text}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
          <HeadingField value={element.heading} onChange={onChange} />
        </>
      );
    case 'field':
      return <FieldFields element={element} onChange={onChange} />;
    case 'image':
      return (
        <>
          <TextInput
            label={t('properties.asset')}
            description={t('properties.assetHint')}
            value={'asset' in element.source ? element.source.asset : ''}
            onChange={(event) => onChange({ source: { asset: event.currentTarget.value } })}
          />
          <ChoiceField
            label={t('properties.scale')}
            value={element.scale ?? 'contain'}
            choices={(['contain', 'fill', 'clip'] as const).map((value) => ({
              value,
              label: t(`properties.scales.${value}`),
            }))}
            onChange={(scale) => onChange({ scale })}
          />
        </>
      );
    case 'line':
      return (
        <ChoiceField
          label={t('properties.direction')}
          value={element.direction ?? 'down'}
          choices={(['down', 'up'] as const).map((value) => ({
            value,
            label: t(`properties.directions.${value}`),
          }))}
          onChange={(direction) => onChange({ direction })}
        />
      );
    case 'table':
      return <TableFields element={element} onChange={onChange} />;
    case 'chart':
      return <ChartFields element={element} onChange={onChange} />;
    case 'map':
      return <MapFields element={element} onChange={onChange} />;
    case 'list':
      return <DatasetField value={element.dataset} onChange={onChange} />;
    case 'break':
      return (
        <ChoiceField
          label={t('properties.break')}
          value={element.what}
          choices={(['page', 'column'] as const).map((value) => ({
            value,
            label: t(`builder.breaks.${value}`),
          }))}
          onChange={(what) => onChange({ what })}
        />
      );
    case 'subreport':
      return (
        <TextInput
          label={t('properties.subreport')}
          description={t('properties.subreportHint')}
          value={element.report}
          onChange={(event) => onChange({ report: event.currentTarget.value })}
        />
      );
    case 'rectangle':
    case 'ellipse':
    case 'frame':
      return <span>{t(`properties.about.${element.kind}`)}</span>;
  }
}

function FieldFields({ element, onChange }: { element: FieldElement; onChange: Props['onChange'] }) {
  const { template } = useBuilder();
  const times = ['now', 'page', 'report'] as const;
  const evaluate = element.evaluate ?? 'now';
  return (
    <>
      <ExpressionField
        label={t('properties.expression')}
        description={t('properties.expressionHint')}
        value={element.expression}
        onChange={(expression) => onChange({ expression: expression ?? '' })}
      />
      <ChoiceField
        label={t('properties.evaluate')}
        value={typeof evaluate === 'string' ? evaluate : `group ${evaluate.group}`}
        choices={[
          ...times.map((value) => ({ value: value as string, label: t(`properties.times.${value}`) })),
          ...template.groups.map(({ name }) => ({
            value: `group ${name}`,
            label: t('properties.times.group', { name }),
          })),
        ]}
        onChange={(value = 'now') =>
          onChange({ evaluate: value.startsWith('group ') ? { group: value.slice(6) } : value })
        }
      />
      <Switch
        label={t('properties.grow')}
        checked={element.grow ?? false}
        onChange={(event) => onChange({ grow: event.currentTarget.checked || undefined })}
      />
      <Switch
        label={t('properties.blankWhenNull')}
        checked={element.blankWhenNull ?? false}
        onChange={(event) => onChange({ blankWhenNull: event.currentTarget.checked || undefined })}
      />
      <HeadingField value={element.heading} onChange={onChange} />
    </>
  );
}

function HeadingField({ value, onChange }: { value: 1 | 2 | 3 | undefined; onChange: Props['onChange'] }) {
  return (
    <ChoiceField
      label={t('properties.heading')}
      value={value === undefined ? undefined : (String(value) as '1' | '2' | '3')}
      none={t('properties.noHeading')}
      choices={(['1', '2', '3'] as const).map((level) => ({
        value: level,
        label: t('properties.headingLevel', { level }),
      }))}
      onChange={(level) => onChange({ heading: level === undefined ? undefined : Number(level) })}
    />
  );
}
