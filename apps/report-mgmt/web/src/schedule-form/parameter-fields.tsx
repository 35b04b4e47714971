import { Alert, Button, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadingRows, sentenceOf, t } from '@cairn/ui';
import type { ReportConfig } from '../client.ts';
import { ParameterField } from '../runner/parameter-field.tsx';
import { missingParameters, parentValues } from '../runner/parameter-values.ts';
import { useConfig } from '../runner/use-config.ts';
import { changeText, otherNames, valuesOfText, withoutNames } from './parameter-text.ts';
import styles from './schedule-form.module.css';

interface ParameterFieldsProps {
  report: string;
  /** `url_opt_params`: parameters as a query string. */
  text: string;
  error: ReactNode;
  onChange: (text: string) => void;
}

/** The parameters with which a report runs: a field for each, or their text where the report cannot be read. */
export function ParameterFields({ report, ...field }: ParameterFieldsProps) {
  const first = useConfig(report, new URLSearchParams());
  if (first.error) {
    return (
      <>
        <Alert color="yellow">{t('scheduleForm.noConfig', { reason: sentenceOf(first.error) })}</Alert>
        <Textarea
          name="url_opt_params"
          data-path="url_opt_params"
          label={t('scheduleForm.fields.url_opt_params')}
          description={t('scheduleForm.parametersHint')}
          value={field.text}
          error={field.error}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          autosize
          spellCheck={false}
        />
      </>
    );
  }
  return first.data ? <Fields config={first.data} {...field} /> : <LoadingRows rows={2} />;
}

function Fields({
  config,
  text,
  error,
  onChange,
}: Omit<ParameterFieldsProps, 'report'> & { config: ReportConfig }) {
  const query = useConfig(
    config.name,
    parentValues(config.parameters, valuesOfText(config.parameters, text)),
  );
  const { parameters } = query.data ?? config;
  const values = valuesOfText(parameters, text);
  const missing = new Set(error ? missingParameters(parameters, values) : []);
  const others = otherNames(parameters, text);
  const shown = parameters.filter(({ hidden }) => !hidden);
  return (
    <div className={styles.fields}>
      {shown.length === 0 ? <p className={styles.plain}>{t('scheduleForm.noParameters')}</p> : null}
      <div className={styles.pair}>
        {shown.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            parameters={parameters}
            values={values}
            error={missing.has(parameter.name) ? t('runner.missing') : undefined}
            isLoadingOptions={query.isPlaceholderData}
            optionsError={query.error}
            onChange={(texts) => onChange(changeText(parameters, text, { name: parameter.name, texts }))}
          />
        ))}
      </div>
      {error && missing.size === 0 ? <Alert color="red">{error}</Alert> : null}
      {others.length > 0 ? (
        <Alert color="yellow">
          <p className={styles.plain}>{t('scheduleForm.otherParameters', { names: others.join(', ') })}</p>
          <Button
            mt="xs"
            size="compact-sm"
            variant="light"
            onClick={() => onChange(withoutNames(text, others))}
          >
            {t('scheduleForm.removeOthers')}
          </Button>
        </Alert>
      ) : null}
      <input type="hidden" name="url_opt_params" value={text} />
    </div>
  );
}
