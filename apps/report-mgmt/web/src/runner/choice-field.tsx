import { MultiSelect, Select } from '@mantine/core';
import { sentenceOf, t } from '@cairn/ui';
import { isMultiple, waitsFor } from './parameter-values.ts';
import type { ParameterFieldProps } from './types.ts';

/** A choice among options. One that depends on other parameters waits for them and says so. */
export function ChoiceField(props: ParameterFieldProps & { label: string }) {
  const { parameter, parameters, values, label, error, isLoadingOptions, optionsError, onChange } = props;
  const { name, description, required = false, depends_on: parents = [] } = parameter;
  const needs = waitsFor(parameter, parameters, values);
  const isLoading = isLoadingOptions && parents.length > 0;
  const texts = values[name] ?? [];
  const options = isLoading || needs.length > 0 ? [] : uniqueOptions(parameter.options ?? []);
  // What was chosen stays, also where it is not among the options.
  const kept = texts.filter((text) => !options.some(({ value }) => value === text));
  const reason = parents.length > 0 && optionsError ? sentenceOf(optionsError) : parameter.options_error;
  const field = {
    name,
    label,
    data: [...options, ...kept.map((value) => ({ value, label: value }))],
    searchable: true,
    clearable: !required,
    withAsterisk: required,
    disabled: needs.length > 0,
    description:
      needs.length > 0
        ? t('runner.needs', { names: needs.join(', ') })
        : parameter.options_truncated
          ? t('runner.truncated')
          : description,
    error: error ?? (reason && needs.length === 0 ? t('runner.optionsFailed', { reason }) : undefined),
    nothingFoundMessage: t(isLoading ? 'runner.loadingOptions' : 'runner.noOptions'),
  };
  if (isMultiple(parameter)) return <MultiSelect {...field} value={texts} onChange={onChange} />;
  return (
    <Select
      {...field}
      value={texts[0] ?? null}
      onChange={(value) => onChange(value === null ? [] : [value])}
    />
  );
}

/** Options with different values: rows of a statement may repeat them, or have none. */
function uniqueOptions(options: NonNullable<ParameterFieldProps['parameter']['options']>) {
  const byValue = new Map<string, string>();
  for (const { label, value } of options) {
    if (value !== null && !byValue.has(String(value))) byValue.set(String(value), label);
  }
  return [...byValue].map(([value, label]) => ({ value, label }));
}
