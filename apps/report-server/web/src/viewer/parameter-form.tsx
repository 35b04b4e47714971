import { t } from '@cairn/ui';
import { Button, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ParameterField } from './parameter-field.tsx';
import { changeValue, initialValues, missingParameters, toSearch } from './parameter-values.ts';
import type { ParameterValues, ReportConfig } from './types.ts';

interface Props {
  config: ReportConfig;
  values: ParameterValues;
  isRunning: boolean;
  onChange: (values: ParameterValues) => void;
  onRun: () => void;
}

/** The parameters of a report. Dependants wait and say for what; running checks what is missing. */
export function ParameterForm({ config, values, isRunning, onChange, onRun }: Props) {
  const [missing, setMissing] = useState<string[]>([]);
  const defaults = initialValues(config, new URLSearchParams());
  const shown = config.parameters.filter(({ hidden }) => !hidden);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const names = missingParameters(values, config.parameters);
    setMissing(names);
    if (names.length === 0) onRun();
    else event.currentTarget.querySelector<HTMLElement>(`[name="${CSS.escape(names[0]!)}"]`)?.focus();
  }

  return (
    <form onSubmit={submit} noValidate aria-label={t('viewer.parameters')}>
      <Stack gap="sm">
        {shown.map((parameter) => (
          <ParameterField
            key={parameter.name}
            report={config.name}
            parameter={parameter}
            parameters={config.parameters}
            values={values}
            error={missing.includes(parameter.name) ? t('viewer.missing') : undefined}
            onChange={(texts) => {
              setMissing(missing.filter((name) => name !== parameter.name));
              onChange(changeValue(values, { name: parameter.name, texts }, config.parameters));
            }}
          />
        ))}
        <Button type="submit" loading={isRunning}>
          {t('viewer.run')}
        </Button>
        {toSearch(values).toString() === toSearch(defaults).toString() ? null : (
          <Button variant="subtle" size="xs" onClick={() => onChange(defaults)}>
            {t('viewer.useDefaults')}
          </Button>
        )}
      </Stack>
    </form>
  );
}
