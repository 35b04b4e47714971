import { Select, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '@cairn/ui';
import { allZones, matchesZone, readerZone } from '../time-zones.ts';
import styles from './schedule-form.module.css';

/** Options that the list shows at once; typing finds the others. */
const SHOWN = 60;

interface ZoneFieldProps {
  value: string;
  error?: React.ReactNode;
  onChange: (zone: string) => void;
}

/** The zone whose clock a rule follows: the reader's own first, all others by city, region or offset. */
export function ZoneField({ value, error, onChange }: ZoneFieldProps) {
  const groups = useMemo(() => zoneGroups(value), [value]);
  return (
    <Select
      label={t('scheduleForm.fields.time_zone')}
      description={t('scheduleForm.zoneHint')}
      name="time_zone"
      data-path="time_zone"
      data={groups}
      value={value}
      error={error}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      allowDeselect={false}
      limit={SHOWN}
      filter={findZones}
      nothingFoundMessage={t('scheduleForm.noZone')}
      renderOption={({ option }) => (
        <span className={styles.zone}>
          {option.label}
          <span className={styles.quiet}>{offsetOf(option.value)}</span>
        </span>
      )}
    />
  );
}

function zoneGroups(chosen: string) {
  const here = readerZone();
  const all = new Set([...allZones(), chosen]);
  all.delete(here);
  all.delete('');
  const toOption = (zone: string): ComboboxItem => ({ value: zone, label: zone.replaceAll('_', ' ') });
  return [
    { group: t('scheduleForm.yourZone'), items: [toOption(here)] },
    { group: t('scheduleForm.allZones'), items: [...all].toSorted().map(toOption) },
  ];
}

const findZones: OptionsFilter = ({ options, search, limit }) => {
  let left = limit;
  return options.map((group) => {
    if (!('group' in group)) return group;
    const items = group.items.filter(({ value }: ComboboxItem) => matchesZone(value, search)).slice(0, left);
    left -= items.length;
    return { ...group, items };
  });
};

/** `GMT+1`, as it is today. */
function offsetOf(timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}
