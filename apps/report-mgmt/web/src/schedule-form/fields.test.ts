import { expect, test } from '@jest/globals';
import { newSchedule, toFormFields, valuesOf } from './fields.ts';

test('a form sends the fields of its mode alone', () => {
  const fields = toFormFields({ ...newSchedule('sales'), schedule_mode: 'weekly', weekly_day: '5' });
  expect(fields).toMatchObject({ schedule_mode: 'weekly', weekly_day: '5', weekly_time: '06:30' });
  expect(Object.keys(fields)).not.toContain('daily_time');
  expect(Object.keys(fields)).not.toContain('cron_custom');
});

test('a stored schedule comes back from the form as it was', () => {
  const fields = {
    ...{ report_name: 'sales', datasource_name: 'sample', format: 'xlsx', filename: 'sales.xlsx' },
    ...{ schedule_mode: 'custom', cron_custom: '30 2 * * 0', time_zone: 'Europe/Berlin' },
    ...{ grace_seconds: '60', enabled: '0', noemail: '0', email: 'a@example.org, b@example.org' },
    ...{ email_template: '3', email_subject: 'Sales', email_body: 'Hello', attach: 'link' },
    url_opt_params: 'year=2026&region=a&region=b',
  };
  expect(toFormFields(valuesOf({ fields: { ...fields, revision: '7' } }))).toEqual(fields);
});

test('every weekday is a cron pattern for the service, and comes back as every weekday', () => {
  const stored = toFormFields({ ...newSchedule('sales'), schedule_mode: 'weekdays', daily_time: '07:05' });
  expect(stored).toMatchObject({ schedule_mode: 'custom', cron_custom: '5 7 * * 1-5' });
  expect(Object.keys(stored)).not.toContain('daily_time');
  expect(valuesOf({ fields: stored })).toMatchObject({ schedule_mode: 'weekdays', daily_time: '07:05' });
});

test.each(['5,35 7 * * 1-5', '5 7 1 * 1-5', '5 7 * * 1-6', '*/5 7 * * 1-5'])(
  'the cron pattern %s stays a pattern',
  (pattern) => {
    const fields = toFormFields({ ...newSchedule(), schedule_mode: 'custom', cron_custom: pattern });
    expect(valuesOf({ fields })).toMatchObject({ schedule_mode: 'custom', cron_custom: pattern });
  },
);
