import { useState } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { t } from '@cairn/ui';
import { ParameterField } from '../../viewer/parameter-field.tsx';
import { textsOf } from '../../viewer/parameter-values.ts';
import { isEmpty } from '../state/widget-filters.ts';
import { parameterLabel } from '../state/widget-parameters.ts';
import type { Dashboard } from '../types.ts';
import type { ReportParameter } from './use-report-parameter.ts';
import { ValueChip } from './value-chip.tsx';

interface ParameterControlProps {
  name: string;
  parameter: Dashboard['parameters'][string];
  /** What a report says of it. */
  described: ReportParameter;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One parameter of a dashboard: its value for the reports that widgets read, and the form that changes it. */
export function ParameterControl({ name, parameter, described, value, onChange }: ParameterControlProps) {
  const label = parameterLabel(name, parameter);
  const isSet = !isEmpty(value);
  const text = textsOf(value).join(', ');
  const sentence = isSet
    ? t('dashboard.parameter', { label, value: text })
    : t('dashboard.parameterUnset', { label });
  return (
    <ValueChip
      sentence={sentence}
      isSet={isSet}
      onClear={() => onChange(null)}
      form={(close) => (
        <ParameterForm
          label={label}
          described={described}
          value={value}
          onSave={(next) => {
            close();
            onChange(next);
          }}
        />
      )}
    />
  );
}

interface ParameterFormProps {
  label: string;
  described: ReportParameter;
  value: unknown;
  onSave: (value: unknown) => void;
}

function ParameterForm({ label, described: { report, parameter }, value, onSave }: ParameterFormProps) {
  const [texts, setTexts] = useState(() => textsOf(value));
  // Of other parameters only the report knows, so a lookup goes without them.
  const field = { ...parameter, label, required: false, depends_on: [] };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const given = texts.filter((text) => text !== '');
        onSave(given.length === 0 ? null : parameter.multiple ? given : given[0]);
      }}
    >
      <Stack gap="sm">
        <ParameterField
          report={report}
          parameter={field}
          parameters={[field]}
          values={{ [parameter.name]: texts }}
          onChange={setTexts}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs">
            {t('filter.apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
