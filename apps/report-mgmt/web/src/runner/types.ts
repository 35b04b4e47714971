import type { ReportParameter } from '../client.ts';
import type { ParameterValues } from './parameter-values.ts';

export interface ParameterFieldProps {
  parameter: ReportParameter;
  parameters: readonly ReportParameter[];
  values: ParameterValues;
  error: string | undefined;
  isLoadingOptions: boolean;
  optionsError: unknown;
  onChange: (texts: string[]) => void;
}
