import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '@cairn/ui';
import { useDefinitions } from '../catalog/use-definitions.ts';
import type { ReportSummary } from '../client.ts';
import { useDatasourceNames } from '../datasources/use-datasource-names.ts';
import { SCHEDULE_FORMATS, type ScheduleValues } from './fields.ts';
import styles from './schedule-form.module.css';

interface ReportFieldsProps {
  form: UseFormReturnType<ScheduleValues>;
}

/** Which report runs, on which data, and what its document is called. */
export function ReportFields({ form }: ReportFieldsProps) {
  const reports = useDefinitions().data?.definitions ?? [];
  const names = useDatasourceNames().data ?? [];
  const { report_name: key, datasource_name: datasource } = form.values;
  const options = reports.map((report) => ({ value: report.key, label: report.title }));
  const isKnown = key === '' || reports.some((report) => report.key === key);

  function choose(next: string | null): void {
    const report = reports.find((each) => each.key === next);
    form.setValues({ report_name: next ?? '', ...(report ? proposalOf(report) : {}), url_opt_params: '' });
  }

  return (
    <div className={styles.fields}>
      <Select
        {...form.getInputProps('report_name')}
        name="report_name"
        label={t('scheduleForm.fields.report_name')}
        placeholder={t('scheduleForm.chooseReport')}
        data={isKnown ? options : [...options, { value: key, label: key }]}
        onChange={choose}
        searchable
        allowDeselect={false}
        withAsterisk
      />
      <div className={styles.pair}>
        <Select
          {...form.getInputProps('datasource_name')}
          name="datasource_name"
          label={t('scheduleForm.fields.datasource_name')}
          data={[...new Set([...names, ...(datasource ? [datasource] : [])])].toSorted()}
          onChange={(name) => form.setFieldValue('datasource_name', name ?? '')}
          searchable
          allowDeselect={false}
          withAsterisk
        />
        <Select
          {...form.getInputProps('format')}
          name="format"
          label={t('scheduleForm.fields.format')}
          data={SCHEDULE_FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
          allowDeselect={false}
          withAsterisk
        />
        <TextInput
          {...form.getInputProps('filename')}
          name="filename"
          label={t('scheduleForm.fields.filename')}
          description={t('scheduleForm.filenameHint')}
          spellCheck={false}
          withAsterisk
        />
      </div>
    </div>
  );
}

/** What a report proposes for its schedule. */
export function proposalOf({
  key,
  datasource,
  format,
}: ReportSummary): Pick<ScheduleValues, 'datasource_name' | 'format' | 'filename'> {
  const canSend = (SCHEDULE_FORMATS as readonly string[]).includes(format) && format !== 'html';
  return { datasource_name: datasource, format: canSend ? format : 'pdf', filename: key };
}
