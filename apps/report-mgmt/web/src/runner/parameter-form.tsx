import { Button, Kbd, Stack } from '@mantine/core';
import { useState, type FormEvent, type Ref } from 'react';
import { focusFirstError, t } from '@cairn/ui';
import type { ReportConfig } from '../client.ts';
import { ParameterField } from './parameter-field.tsx';
import { changeValue, fieldKind, initialValues, missingParameters, toSearch } from './parameter-values.ts';
import type { ParameterValues } from './parameter-values.ts';
import classes from './runner.module.css';

interface Props {
  ref: Ref<HTMLFormElement>;
  config: ReportConfig;
  values: ParameterValues;
  isRunning: boolean;
  /** Options for other values of the parents are on their way. */
  isLoadingOptions: boolean;
  optionsError: unknown;
  onChange: (values: ParameterValues) => void;
  onRun: () => void;
}

/** The parameters of a report. Dependants wait and say for what; running checks what is missing. */
export function ParameterForm(props: Props) {
  const { ref, config, values, isRunning, isLoadingOptions, optionsError, onChange, onRun } = props;
  const { parameters } = config;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const defaults = initialValues(parameters, new URLSearchParams());

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const problems = problemsOf(config, values, event.currentTarget);
    setErrors(problems);
    if (Object.keys(problems).length === 0) onRun();
    else focusFirstError(event.currentTarget);
  }

  return (
    <form ref={ref} onSubmit={submit} noValidate aria-label={t('runner.parameters')} className={classes.form}>
      <Stack gap="sm">
        {parameters
          .filter(({ hidden }) => !hidden)
          .map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              parameters={parameters}
              values={values}
              error={errors[parameter.name]}
              isLoadingOptions={isLoadingOptions}
              optionsError={optionsError}
              onChange={(texts) => {
                const { [parameter.name]: _, ...others } = errors;
                setErrors(others);
                onChange(changeValue(values, { name: parameter.name, texts }, parameters));
              }}
            />
          ))}
        <Button
          type="submit"
          loading={isRunning}
          rightSection={<Kbd className={classes.keys}>{t('runner.runKeys')}</Kbd>}
        >
          {t('runner.run')}
        </Button>
        {toSearch(values).toString() === toSearch(defaults).toString() ? null : (
          <Button variant="subtle" size="xs" onClick={() => onChange(defaults)}>
            {t('runner.useDefaults')}
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** A sentence for each field that keeps the report from running, in the order of the form. */
function problemsOf(
  { parameters }: ReportConfig,
  values: ParameterValues,
  form: HTMLFormElement,
): Record<string, string> {
  const missing = new Set(missingParameters(parameters, values));
  const entries = parameters.flatMap((parameter): [string, string][] => {
    const { name } = parameter;
    if (missing.has(name)) return [[name, t('runner.missing')]];
    // What a number field has and is not a number never arrives as a value.
    const field = form.elements.namedItem(name);
    const isBad = field instanceof HTMLInputElement && field.validity.badInput;
    return fieldKind(parameter) === 'number' && isBad ? [[name, t('runner.notANumber')]] : [];
  });
  return Object.fromEntries(entries);
}
