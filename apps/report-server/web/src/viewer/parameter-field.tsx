import { t } from '@cairn/ui';
import { Switch, TagsInput, TextInput } from '@mantine/core';
import { LookupField } from './lookup-field.tsx';
import { textsOf } from './parameter-values.ts';
import type { ParameterDescriptor, ParameterValues } from './types.ts';

interface Props {
  report: string;
  parameter: ParameterDescriptor;
  parameters: readonly ParameterDescriptor[];
  values: ParameterValues;
  error?: string | undefined;
  onChange: (texts: string[]) => void;
}

/** Kinds of inputs that browsers have, with their own pickers. */
const INPUT_TYPES: Record<string, string> = {
  date: 'date',
  time: 'time',
  timestamp: 'datetime-local',
  integer: 'number',
  decimal: 'number',
};

/** The field of one parameter, by its type. */
export function ParameterField(props: Props) {
  const { parameter, values, error, onChange } = props;
  const { name, label, description, type, required, multiple, lookup, options } = parameter;
  const texts = values[name] ?? [];
  const placeholder = textsOf(parameter.default).join(', ');
  const common = { name, label, description, error, placeholder, withAsterisk: required };
  if (lookup || options) return <LookupField {...props} common={common} />;
  if (type === 'boolean') {
    return (
      <Switch
        {...{ name, label, description, error }}
        checked={texts[0] === 'true'}
        onChange={(event) => onChange([String(event.currentTarget.checked)])}
      />
    );
  }
  if (multiple) return <TagsInput {...common} value={texts} onChange={onChange} clearable />;
  return (
    <TextInput
      {...common}
      type={INPUT_TYPES[type] ?? 'text'}
      step={type === 'decimal' ? 'any' : undefined}
      placeholder={placeholder || (type === 'bbox' ? t('viewer.bboxPlaceholder') : '')}
      value={texts[0] ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
    />
  );
}
