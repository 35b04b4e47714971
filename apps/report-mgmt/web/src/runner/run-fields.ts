import type { ReportConfig } from '../client.ts';
import { toSearch, type ParameterValues } from './parameter-values.ts';

interface Request {
  values: ParameterValues;
  format: string;
  /** Name under which the browser saves the document; it is shown where left out and possible. */
  fileName?: string;
}

/** The fields that run a report. Times are those of the reader. */
export function runFields(config: ReportConfig, { values, format, fileName }: Request): URLSearchParams {
  const fields = toSearch(values);
  fields.set('_repName', config.name);
  fields.set('_repFormat', format);
  if (config.datasource) fields.set('_dataSource', config.datasource);
  fields.set('_repTimeZone', Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (fileName) fields.set('_outFilename', fileName);
  return fields;
}
