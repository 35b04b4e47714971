import type { DeriveTasks } from './derive-types.ts';
import { filterLayer } from './derive-filter.ts';
import { countFieldValues } from './field-values.ts';

export const deriveTasks: {
  [T in keyof DeriveTasks]: (request: DeriveTasks[T]['request']) => DeriveTasks[T]['reply'];
} = {
  fieldValues: countFieldValues,
  deriveFilter: filterLayer,
};
