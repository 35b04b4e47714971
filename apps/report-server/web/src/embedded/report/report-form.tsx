import { useState } from 'react';
import type { Parameters } from '../../../sdk/protocol.ts';
import { ParameterForm } from '../../viewer/parameter-form.tsx';
import { initialValues } from '../../viewer/parameter-values.ts';
import type { ReportConfig } from '../../viewer/types.ts';
import classes from '../embedded.module.css';
import { parametersOfTexts, textsOfParameters } from '../parameters.ts';

interface Props {
  config: ReportConfig;
  parameters: Parameters;
  isRunning: boolean;
  onRun: (parameters: Parameters) => void;
}

/** The parameters that the token leaves open. */
export function ReportForm({ config, parameters, isRunning, onRun }: Props) {
  const [edited, setEdited] = useState<Record<string, string[]> | null>(null);
  const [given, setGiven] = useState(parameters);
  // A value that the host set in the meantime wins over the typed one.
  if (given !== parameters) {
    setGiven(parameters);
    setEdited(null);
  }
  const values = edited ?? {
    ...initialValues(config, new URLSearchParams()),
    ...textsOfParameters(parameters),
  };
  return (
    <div className={classes.form}>
      <ParameterForm
        config={config}
        values={values}
        isRunning={isRunning}
        onChange={setEdited}
        onRun={() => onRun(parametersOfTexts(values, config.parameters))}
      />
    </div>
  );
}
