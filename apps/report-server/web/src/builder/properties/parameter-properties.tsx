import { MultiSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { Parameter, ParameterType } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { optionsOfText, textOfOptions } from '../model/options.ts';
import { EntryHead } from './entry-head.tsx';
import { ExpressionField, StatementField } from './expression-field.tsx';
import { ChoiceField } from './inputs.tsx';
import { NameField } from './name-field.tsx';
import { Section } from './section.tsx';
import { useEntry } from './use-entry.ts';

const TYPES: readonly ParameterType[] = [
  ...(['text', 'integer', 'decimal', 'boolean', 'date', 'time', 'timestamp', 'enum', 'bbox'] as const),
  ...(['list<text>', 'list<integer>', 'list<decimal>', 'list<date>', 'list<enum>'] as const),
];

/** A parameter: what is asked before a run. */
export function ParameterProperties({ index }: { index: number }) {
  const { template } = useBuilder();
  const { entry, change } = useEntry('parameters', index);
  const others = template.parameters.map(({ name }) => name);
  return (
    <>
      <EntryHead list="parameters" index={index} />
      <Section title={t('properties.general')}>
        <NameField value={entry.name} taken={others} onChange={(name) => change({ name })} />
        <TextInput
          label={t('properties.parameterLabel')}
          size="xs"
          value={entry.label ?? ''}
          onChange={(event) => change({ label: event.currentTarget.value || undefined })}
        />
        <TextInput
          label={t('properties.description')}
          size="xs"
          value={entry.description ?? ''}
          onChange={(event) => change({ description: event.currentTarget.value || undefined })}
        />
        <ChoiceField
          label={t('properties.type')}
          value={entry.type}
          choices={TYPES.map((value) => ({ value, label: typeName(value) }))}
          onChange={(type) => type && change({ type })}
        />
        <Switch
          label={t('properties.required')}
          checked={entry.required ?? false}
          onChange={(event) => change({ required: event.currentTarget.checked || undefined })}
        />
        <Switch
          label={t('properties.hidden')}
          checked={entry.hidden ?? false}
          onChange={(event) => change({ hidden: event.currentTarget.checked || undefined })}
        />
        <ExpressionField
          label={t('properties.default')}
          description={t('properties.defaultHint')}
          value={entry.defaultExpression ?? literalOf(entry.default)}
          onChange={(defaultExpression) => change({ defaultExpression, default: undefined })}
        />
      </Section>
      <SourceFields entry={entry} others={others.filter((name) => name !== entry.name)} change={change} />
    </>
  );
}

interface SourceFieldsProps {
  entry: Parameter;
  others: string[];
  change: (change: { [Key in keyof Parameter]?: Parameter[Key] | undefined }) => void;
}

function SourceFields({ entry, others, change }: SourceFieldsProps) {
  const kind = entry.source === undefined ? 'none' : 'sql' in entry.source ? 'sql' : 'options';
  return (
    <Section title={t('properties.options')} closed={kind === 'none'}>
      <ChoiceField
        label={t('properties.optionsFrom')}
        value={kind}
        choices={(['none', 'options', 'sql'] as const).map((value) => ({
          value,
          label: t(`properties.sources.${value}`),
        }))}
        onChange={(next) =>
          change({ source: next === 'sql' ? { sql: '' } : next === 'options' ? { options: [] } : undefined })
        }
      />
      {entry.source !== undefined && 'options' in entry.source ? (
        <Textarea
          label={t('properties.optionLines')}
          description={t('properties.optionLinesHint')}
          autosize
          minRows={3}
          defaultValue={textOfOptions(entry.source.options)}
          onChange={(event) =>
            change({ source: { options: optionsOfText(event.currentTarget.value, entry.type) } })
          }
        />
      ) : null}
      {entry.source !== undefined && 'sql' in entry.source ? (
        <>
          <StatementField
            label={t('properties.statement')}
            description={t('properties.optionStatementHint')}
            value={entry.source.sql}
            onChange={(sql) => change({ source: { sql } })}
          />
          <MultiSelect
            label={t('properties.dependsOn')}
            size="xs"
            data={others}
            value={entry.depends_on ?? []}
            onChange={(names) => change({ depends_on: names.length > 0 ? names : undefined })}
          />
        </>
      ) : null}
      {kind === 'none' ? null : (
        <Switch
          label={t('properties.free')}
          checked={entry.free ?? false}
          onChange={(event) => change({ free: event.currentTarget.checked || undefined })}
        />
      )}
    </Section>
  );
}

function typeName(type: ParameterType): string {
  const inner = /^list<(.*)>$/.exec(type)?.[1];
  return inner === undefined
    ? t(`properties.types.${type}`)
    : t('properties.types.list', { type: t(`properties.types.${inner}`) });
}

/** A default that was given as a value, as an expression has it. */
function literalOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? JSON.stringify(value)
    : undefined;
}
