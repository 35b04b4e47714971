import { sentenceOf, t } from '@cairn/ui';
import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { uniqueOptions } from './parameter-values.ts';
import type { ParameterDescriptor, ParameterValues } from './types.ts';
import { useLookup } from './use-lookup.ts';

interface Props {
  report: string;
  parameter: ParameterDescriptor;
  parameters: readonly ParameterDescriptor[];
  values: ParameterValues;
  /** Name, label and the like, as all fields have them. */
  common: { label: string; description: string | undefined; error: string | undefined };
  onChange: (texts: string[]) => void;
}

/** A choice among options, which may depend on other parameters: it waits for those and says so. */
export function LookupField({ report, parameter, parameters, values, common, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [labels, setLabels] = useState<Record<string, string>>({});
  const texts = values[parameter.name] ?? [];
  // The text of the field is the label of the current choice until the user types.
  const isTyped = typed !== '' && !texts.some((text) => (labels[text] ?? text) === typed);
  const [search] = useDebouncedValue(isTyped ? typed : '', 250);
  const { options, needs, truncated, isLoading, error } = useLookup(report, parameter, { values, search });
  const labelOf = (name: string) => parameters.find((other) => other.name === name)?.label ?? name;
  const found = uniqueOptions(options);
  // What was chosen stays, also where the options that were found do not contain it.
  const kept = texts.filter((text) => !found.some(({ value }) => value === text));
  const data = [...found, ...kept.map((text) => ({ label: labels[text] ?? text, value: text }))];

  function choose(next: string[]): void {
    const chosen = data.filter(({ value }) => next.includes(value));
    setLabels({ ...labels, ...Object.fromEntries(chosen.map(({ label, value }) => [value, label])) });
    onChange(next);
  }

  const field = {
    ...common,
    data,
    searchable: true,
    clearable: !parameter.required,
    disabled: needs.length > 0,
    description:
      needs.length > 0
        ? t('viewer.needs', { names: needs.map(labelOf).join(', ') })
        : truncated
          ? t('viewer.lookupTruncated')
          : common.description,
    error: common.error ?? (error ? sentenceOf(error) : undefined),
    onSearchChange: setTyped,
    nothingFoundMessage: t(isLoading ? 'viewer.loadingOptions' : 'viewer.noOptions'),
  };
  if (parameter.multiple) return <MultiSelect {...field} value={texts} onChange={choose} />;
  return (
    <Select {...field} value={texts[0] ?? null} onChange={(value) => choose(value === null ? [] : [value])} />
  );
}
