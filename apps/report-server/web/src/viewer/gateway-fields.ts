import { toSearch } from './parameter-values.ts';
import type { ParameterValues } from './types.ts';

interface Asked {
  values: ParameterValues;
  format: string;
  /** Name under which the browser saves the document; it is shown where left out and possible. */
  fileName?: string;
}

/** The fields of a request to `/reports/execute`. Times are those of the reader. */
export function gatewayFields(report: string, { values, format, fileName }: Asked): URLSearchParams {
  const fields = toSearch(values);
  fields.set('_repName', report);
  fields.set('_repFormat', format);
  fields.set('_repTimeZone', Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (fileName) fields.set('_outFilename', fileName);
  return fields;
}
