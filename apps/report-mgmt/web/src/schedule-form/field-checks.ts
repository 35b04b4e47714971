import { t } from '@cairn/ui';
import { MODE_FIELDS, type ScheduleValues } from './fields.ts';

const REQUIRED = ['report_name', 'datasource_name', 'filename'] as const;

/** What is missing; all else is checked by the service, as one types and when the form is saved. */
export function fieldChecks(
  isMissingParameter: () => boolean,
): (values: ScheduleValues) => Record<string, string> {
  return (values) => {
    const required = [...REQUIRED, ...MODE_FIELDS[values.schedule_mode]];
    const errors: Record<string, string> = {};
    for (const name of required) if (values[name].trim() === '') errors[name] = t('scheduleForm.required');
    if (isMissingParameter()) errors.url_opt_params = t('scheduleForm.missingParameters');
    if (!values.noemail && values.email.length === 0) errors.email = t('scheduleForm.requiredAddress');
    return errors;
  };
}
