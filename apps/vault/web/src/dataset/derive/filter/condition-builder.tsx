import { useState } from 'react';
import { Autocomplete, Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { formatNumber, t } from '@cairn/ui';
import type { Field, Version } from '../../../client.ts';
import { useValues } from '../use-fields.ts';
import { comparisonsFor, conditionText, valuesNeeded, type Comparison } from './condition-text.ts';
import styles from '../derive.module.css';

interface ConditionBuilderProps {
  version: Version;
  layer: string;
  fields: Field[];
  hasCondition: boolean;
  onAdd: (condition: string, by: 'AND' | 'OR') => void;
}

/** One condition from three choices, written into the text below. */
export function ConditionBuilder({ version, layer, fields, hasCondition, onAdd }: ConditionBuilderProps) {
  const [name, setName] = useState(fields[0]?.name ?? '');
  const field = fields.find((each) => each.name === name) ?? fields[0];
  const comparisons = comparisonsFor(field?.type ?? 'text');
  const [chosenComparison, setComparison] = useState<Comparison | null>(null);
  const comparison = comparisons.find((each) => each === chosenComparison) ?? (comparisons[0] as Comparison);
  const [value, setValue] = useState('');
  const [second, setSecond] = useState('');
  const [by, setBy] = useState<'AND' | 'OR'>('AND');
  const [problem, setProblem] = useState<string | null>(null);
  const needed = valuesNeeded(comparison);
  if (!field) return null;

  function add() {
    const typed = field?.type === 'boolean' && value === '' ? 'true' : value;
    const condition = field && conditionText({ field, comparison, value: typed, second });
    const missing = typed.trim() === '' || (needed === 2 && second.trim() === '');
    if (!condition) {
      setProblem(t(missing ? 'derive.builder.missing' : 'derive.builder.wrong'));
      return;
    }
    setProblem(null);
    setValue('');
    setSecond('');
    onAdd(condition, by);
  }
  function choose(next: string | null) {
    setName(next ?? '');
    setValue('');
    setSecond('');
    setProblem(null);
  }
  return (
    <fieldset className={styles.builder}>
      <legend>{t('derive.builder.title')}</legend>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Select
          label={t('derive.builder.field')}
          data={fields.map((each) => each.name)}
          value={field.name}
          allowDeselect={false}
          searchable={fields.length > 10}
          onChange={choose}
        />
        <Select
          label={t('derive.builder.comparison')}
          data={comparisons.map((each) => ({ value: each, label: t(`derive.builder.ops.${each}`) }))}
          value={comparison}
          allowDeselect={false}
          onChange={(next) => {
            setComparison(next as Comparison);
            setProblem(null);
          }}
        />
        {needed > 0 ? (
          <ValueInput
            version={version}
            layer={layer}
            field={field}
            label={t('derive.builder.value')}
            hint={comparison === 'in' ? t('derive.builder.listHint') : undefined}
            value={value}
            problem={problem}
            onChange={(next) => {
              setValue(next);
              setProblem(null);
            }}
          />
        ) : null}
        {needed === 2 ? (
          <TextInput
            label={t('derive.builder.second')}
            type={typeOf(field)}
            value={second}
            autoComplete="off"
            onChange={(event) => setSecond(event.currentTarget.value)}
          />
        ) : null}
        {hasCondition ? (
          <Select
            label={t('derive.builder.join')}
            data={[
              { value: 'AND', label: t('derive.builder.and') },
              { value: 'OR', label: t('derive.builder.or') },
            ]}
            value={by}
            allowDeselect={false}
            onChange={(next) => setBy(next as 'AND' | 'OR')}
          />
        ) : null}
        <Button type="submit" variant="default" leftSection={<IconPlus size={15} aria-hidden />}>
          {t('derive.builder.add')}
        </Button>
      </form>
    </fieldset>
  );
}

interface ValueInputProps {
  version: Version;
  layer: string;
  field: Field;
  label: string;
  hint: string | undefined;
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}

function ValueInput({ version, layer, field, label, hint, value, problem, onChange }: ValueInputProps) {
  const isText = field.type === 'text';
  const values = useValues(version, layer, isText ? field.name : null);
  if (field.type === 'boolean') {
    const words = [
      { value: 'true', label: t('derive.builder.yes') },
      { value: 'false', label: t('derive.builder.no') },
    ];
    return (
      <Select
        label={label}
        data={words}
        value={value || 'true'}
        allowDeselect={false}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  const shared = { label, description: hint, value, error: problem, autoComplete: 'off' };
  // The same field also before its values are known: another one would take the focus away while somebody types.
  if (isText && !hint) {
    const { values: known, counts } = values.data ?? { values: [], counts: [] };
    const entries = known.map((each, i) => ({ text: String(each ?? ''), count: counts[i] ?? 0 }));
    const countOf = new Map(entries.map(({ text, count }) => [text, count]));
    return (
      <Autocomplete
        {...shared}
        data={[...new Set(entries.map(({ text }) => text).filter(Boolean))]}
        limit={50}
        // Below, the list would cover the button that adds the condition.
        comboboxProps={{ position: 'top-start', middlewares: { flip: false } }}
        renderOption={({ option }) => (
          <span className={styles.option}>
            {option.value} <span>{formatNumber(countOf.get(option.value) ?? 0)}</span>
          </span>
        )}
        onChange={onChange}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={hint ? 'text' : typeOf(field)}
      inputMode={field.type === 'integer' || field.type === 'real' ? 'decimal' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function typeOf({ type }: Field): string {
  return type === 'date' ? 'date' : type === 'datetime' ? 'datetime-local' : 'text';
}
