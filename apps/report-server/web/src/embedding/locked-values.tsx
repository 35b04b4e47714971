import { Fieldset, Switch, TagsInput } from '@mantine/core';
import { t } from '@cairn/ui';
import type { Chosen } from './types.ts';
import { useLockable, type Lockable } from './use-resources.ts';

/** Values by name; an empty text selects nothing. */
export type Locked = Record<string, string | string[]>;

interface LockedValuesProps {
  chosen: Chosen;
  locked: Locked;
  onChange: (locked: Locked) => void;
}

/** The values that a token locks, so that the page cannot change them. */
export function LockedValues({ chosen, locked, onChange }: LockedValuesProps) {
  const lockable = useLockable(chosen);
  if (lockable.length === 0) return null;
  return (
    <Fieldset legend={t('embedding.locked')}>
      {lockable.map((each) => (
        <LockedValue
          key={each.name}
          lockable={each}
          value={locked[each.name]}
          onChange={(value) => {
            const { [each.name]: _, ...others } = locked;
            onChange(value === undefined ? others : { ...others, [each.name]: value });
          }}
        />
      ))}
    </Fieldset>
  );
}

interface LockedValueProps {
  lockable: Lockable;
  value: string | string[] | undefined;
  onChange: (value: string | string[] | undefined) => void;
}

function LockedValue({ lockable: { label, multiple }, value, onChange }: LockedValueProps) {
  const values = value === undefined || value === '' ? [] : [value].flat();
  return (
    <div style={{ marginBottom: 12 }}>
      <Switch
        label={t('embedding.lock', { label })}
        checked={value !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
      />
      {value === undefined ? null : (
        <TagsInput
          mt={6}
          label={t('embedding.valueOf', { label })}
          description={t(multiple ? 'embedding.valuesHint' : 'embedding.valueHint')}
          acceptValueOnBlur
          maxTags={multiple ? 1000 : 1}
          value={values}
          onChange={(next) => onChange(next.length > 1 ? next : (next[0] ?? ''))}
        />
      )}
    </div>
  );
}
