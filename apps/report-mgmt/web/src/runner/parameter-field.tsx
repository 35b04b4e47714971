import { Checkbox, TagsInput, TextInput } from '@mantine/core';
import { ChoiceField } from './choice-field.tsx';
import { fieldKind, textsOf, type FieldKind } from './parameter-values.ts';
import type { ParameterFieldProps } from './types.ts';

/** Kinds of inputs that browsers have, with their own pickers. */
const INPUT_TYPES: Partial<Record<FieldKind, string>> = {
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
  number: 'number',
};

/** The field of one parameter, by its type. */
export function ParameterField(props: ParameterFieldProps) {
  const { parameter, values, error, onChange } = props;
  const { name, description, type, required = false } = parameter;
  const kind = fieldKind(parameter);
  const texts = values[name] ?? [];
  const label = parameter.label || name;
  const common = { name, label, description, error };
  switch (kind) {
    case 'choice':
      return <ChoiceField {...props} label={label} />;
    case 'checkbox':
      return (
        <Checkbox
          {...common}
          checked={texts[0] === 'true'}
          onChange={(event) => onChange([String(event.currentTarget.checked)])}
        />
      );
    case 'texts':
      return <TagsInput {...common} withAsterisk={required} value={texts} onChange={onChange} clearable />;
    default:
      return (
        <TextInput
          {...common}
          withAsterisk={required}
          type={INPUT_TYPES[kind] ?? 'text'}
          step={kind === 'number' ? (type === 'integer' ? 1 : 'any') : undefined}
          placeholder={textsOf(parameter.default).join(', ')}
          value={texts[0] ?? ''}
          onChange={(event) => onChange(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
        />
      );
  }
}
