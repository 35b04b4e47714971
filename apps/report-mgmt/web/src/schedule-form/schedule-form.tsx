import { useEffect } from 'react';
import { Stack, Switch, TextInput } from '@mantine/core';
import { Panel, SaveForm, formatDuration, t, useSaveForm } from '@cairn/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { SCHEDULES_ROUTE } from '../addresses.ts';
import { reportMgmt, type ReportConfig, type ScheduleResult } from '../client.ts';
import { schedulesKey } from '../query-keys.ts';
import { missingParameters } from '../runner/parameter-values.ts';
import { AS_FORM, checkAction } from '../send-action.ts';
import { fieldChecks } from './field-checks.ts';
import { MODE_FIELDS, toFormFields, type ScheduleValues } from './fields.ts';
import { MailFields } from './mail-fields.tsx';
import { nameField, nameFields } from './name-field.ts';
import { NextRuns } from './next-runs.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { valuesOfText } from './parameter-text.ts';
import { ReportFields } from './report-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import { TestMail } from './test-mail.tsx';
import { useRulePreview } from './use-rule-preview.ts';
import styles from './schedule-form.module.css';

interface ScheduleFormProps {
  initial: ScheduleValues;
  /** Of the schedule that is edited; null for a new one. */
  stored: { id: number; revision: number } | null;
  /** Called with each change, for the actions that use what is saved. */
  onDirty?: (isDirty: boolean) => void;
}

/** The form of a schedule, with its rule as a sentence and its next runs beside the fields. */
export function ScheduleForm({ initial, stored, onDirty }: ScheduleFormProps) {
  const navigate = useNavigate();
  const state = useSaveForm<ScheduleValues, ScheduleResult>({
    initial,
    validate: fieldChecks(isMissingParameter),
    save: (values) =>
      checkAction(
        reportMgmt.POST('/action/schedule.php', {
          body: { ...toFormFields(values), ...actionOf(stored) },
          headers: AS_FORM,
        }),
        nameFields,
      ),
    refresh: [[...schedulesKey]],
    done: ({ message }) => message,
    onSaved: () => void navigate(SCHEDULES_ROUTE),
  });
  const { form } = state;
  const { values, errors } = form;
  const preview = useRulePreview(values);
  useFieldErrors(form, preview);
  const isDirty = form.isDirty();
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);

  const queries = useQueryClient();
  function isMissingParameter(): boolean {
    const { report_name: report, url_opt_params: text } = form.getValues();
    const config = queries.getQueryData<ReportConfig>(['report-config', report, '']);
    if (!config) return false;
    return missingParameters(config.parameters, valuesOfText(config.parameters, text)).length > 0;
  }

  return (
    <SaveForm
      state={state}
      save={t(stored ? 'scheduleForm.save' : 'scheduleForm.create')}
      onCancel={() => void navigate(SCHEDULES_ROUTE)}
    >
      <Panel title={t('scheduleForm.report')}>
        <ReportFields form={form} />
      </Panel>
      <Panel title={t('scheduleForm.when')}>
        <div className={styles.when}>
          <RuleFields form={form} />
          <NextRuns preview={preview.data} error={preview.error} timeZone={values.time_zone} />
        </div>
      </Panel>
      <Panel title={t('scheduleForm.parameters')} lead={t('scheduleForm.parametersLead')}>
        {values.report_name === '' ? (
          <p className={styles.plain}>{t('scheduleForm.firstReport')}</p>
        ) : (
          <ParameterFields
            key={values.report_name}
            report={values.report_name}
            text={values.url_opt_params}
            error={errors.url_opt_params}
            onChange={(text) => form.setFieldValue('url_opt_params', text)}
          />
        )}
      </Panel>
      <Panel title={t('scheduleForm.mail')}>
        <MailFields form={form} />
        {stored && !initial.noemail ? <TestMail id={stored.id} isDirty={isDirty} /> : null}
      </Panel>
      <Panel title={t('scheduleForm.late')}>
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('grace_seconds')}
            name="grace_seconds"
            type="number"
            min={0}
            max={604_800}
            label={t('scheduleForm.fields.grace_seconds')}
            description={t('scheduleForm.graceHint', {
              duration: formatDuration(Number(values.grace_seconds) || 0),
            })}
            maw={320}
          />
          <Switch
            {...form.getInputProps('enabled', { type: 'checkbox' })}
            name="enabled"
            label={t('scheduleForm.fields.enabled')}
            description={t('scheduleForm.enabledHint')}
          />
        </Stack>
      </Panel>
    </SaveForm>
  );
}

function actionOf(stored: ScheduleFormProps['stored']): Record<string, string> {
  if (!stored) return { create: '1' };
  return { update: '1', id: String(stored.id), revision: String(stored.revision) };
}

/** Fields whose errors of the service are shown while one types. */
const CHECKED = ['time_zone', 'filename', 'grace_seconds', 'email', 'email_subject', 'email_body'] as const;

/** Puts what the service says of a field at the field, once it was changed. */
function useFieldErrors(
  form: ReturnType<typeof useSaveForm<ScheduleValues, ScheduleResult>>['form'],
  { data, isCurrent }: ReturnType<typeof useRulePreview>,
): void {
  useEffect(() => {
    if (!data || !isCurrent) return;
    for (const name of [...MODE_FIELDS[form.getValues().schedule_mode], ...CHECKED]) {
      const sentence = data.errors[name];
      if (sentence && form.isDirty(name) && form.getValues()[name].length > 0)
        form.setFieldError(name, nameField(name, sentence));
    }
    // The form is another object at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data, isCurrent]);
}
