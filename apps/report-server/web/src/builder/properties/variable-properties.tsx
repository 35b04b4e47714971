import type { Calculation, ValueType } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { EntryHead } from './entry-head.tsx';
import { ExpressionField } from './expression-field.tsx';
import { ChoiceField } from './inputs.tsx';
import { NameField } from './name-field.tsx';
import { Section } from './section.tsx';
import { useEntry } from './use-entry.ts';

const CALCULATIONS: readonly Calculation[] = [
  ...([
    'sum',
    'count',
    'average',
    'min',
    'max',
    'distinct',
    'first',
    'deviation',
    'variance',
    'none',
  ] as const),
];
export const VALUE_TYPES: readonly ValueType[] = [
  ...(['text', 'integer', 'decimal', 'double', 'boolean', 'date', 'time', 'timestamp', 'instant'] as const),
  ...(['geometry', 'bytes', 'list'] as const),
];

/** A variable: what is calculated over the rows, and when it starts again. */
export function VariableProperties({ index }: { index: number }) {
  const { template } = useBuilder();
  const { entry, change } = useEntry('variables', index);
  const reset = typeof entry.reset === 'string' ? entry.reset : `group ${entry.reset.group}`;
  const resets = ['report', 'page', 'column', 'none'].map((value) => ({
    value,
    label: t(`properties.resets.${value}`),
  }));
  return (
    <>
      <EntryHead list="variables" index={index} />
      <Section title={t('properties.general')}>
        <NameField
          value={entry.name}
          taken={template.variables.map(({ name }) => name)}
          onChange={(name) => change({ name })}
        />
        <ChoiceField
          label={t('properties.calculation')}
          value={entry.calculation}
          choices={CALCULATIONS.map((value) => ({ value, label: t(`properties.calculations.${value}`) }))}
          onChange={(calculation) => calculation && change({ calculation })}
        />
        <ExpressionField
          label={t('properties.expression')}
          value={entry.expression}
          onChange={(expression) => change({ expression })}
        />
        <ChoiceField
          label={t('properties.type')}
          value={entry.type}
          choices={VALUE_TYPES.map((value) => ({ value, label: t(`properties.types.${value}`) }))}
          onChange={(type) => type && change({ type })}
        />
        <ChoiceField
          label={t('properties.reset')}
          value={reset}
          choices={[
            ...resets,
            ...template.groups.map(({ name }) => ({
              value: `group ${name}`,
              label: t('properties.resets.group', { name }),
            })),
          ]}
          onChange={(next = 'report') =>
            change({ reset: next.startsWith('group ') ? { group: next.slice(6) } : (next as 'report') })
          }
        />
      </Section>
    </>
  );
}
