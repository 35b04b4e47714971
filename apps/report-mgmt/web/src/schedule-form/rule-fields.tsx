import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '@cairn/ui';
import { MODE_FIELDS, MODES, type Mode, type ScheduleValues } from './fields.ts';
import { ZoneField } from './zone-field.tsx';
import styles from './schedule-form.module.css';

interface RuleFieldsProps {
  form: UseFormReturnType<ScheduleValues>;
}

/** How often, when, and by which clock. */
export function RuleFields({ form }: RuleFieldsProps) {
  const { schedule_mode: mode, time_zone: zone } = form.values;
  return (
    <div className={styles.fields}>
      <Select
        {...form.getInputProps('schedule_mode')}
        name="schedule_mode"
        label={t('scheduleForm.fields.schedule_mode')}
        data={MODES.map((value) => ({ value, label: t(`scheduleForm.modes.${value}`) }))}
        onChange={(value) => value && form.setFieldValue('schedule_mode', value as Mode)}
        allowDeselect={false}
      />
      <div className={styles.pair}>
        {MODE_FIELDS[mode].map((name) => (
          <ModeField key={name} form={form} name={name} />
        ))}
      </div>
      <ZoneField
        value={zone}
        error={form.errors.time_zone}
        onChange={(value) => form.setFieldValue('time_zone', value)}
      />
    </div>
  );
}

type ModeFieldName = (typeof MODE_FIELDS)[Mode][number];

const NUMBERS: Partial<Record<ModeFieldName, [min: number, max: number]>> = {
  repeat_minutes: [1, 1440],
  hourly_minute: [0, 59],
  monthly_day: [1, 31],
};

function ModeField({ form, name }: RuleFieldsProps & { name: ModeFieldName }) {
  const field = {
    ...form.getInputProps(name),
    name,
    label: t(`scheduleForm.fields.${name}`),
    withAsterisk: true,
  };
  const hint = form.values.schedule_mode === 'weekdays' ? t('scheduleForm.weekdaysHint') : undefined;
  const range = NUMBERS[name];
  if (range) {
    const [min, max] = range;
    const description = name === 'monthly_day' ? t('scheduleForm.monthlyDayHint') : undefined;
    return <TextInput {...field} type="number" min={min} max={max} step={1} description={description} />;
  }
  switch (name) {
    case 'weekly_day':
      return (
        <Select
          {...field}
          data={weekdays()}
          onChange={(day) => day && form.setFieldValue('weekly_day', day)}
          allowDeselect={false}
        />
      );
    case 'once_datetime':
      return <OnceField field={field} value={form.values.once_datetime} />;
    case 'cron_custom':
      return (
        <TextInput
          {...field}
          description={t('scheduleForm.cronHint')}
          spellCheck={false}
          classNames={{ input: styles.pattern }}
        />
      );
    default:
      return <TextInput {...field} type="time" description={hint} />;
  }
}

/** A time with an offset, which another program sent, has no field of its own in browsers. */
function OnceField({ field, value }: { field: object; value: string }) {
  return <TextInput {...field} type={/(?:Z|[+-]\d\d:\d\d)$/.test(value) ? 'text' : 'datetime-local'} />;
}

/** Monday first; the numbers are those of cron. */
function weekdays(): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    value: String(day),
    // 4 January 1970 was a Sunday.
    label: format.format(new Date(Date.UTC(1970, 0, 4 + day))),
  }));
}
