import { readStored, writeStored } from '@cairn/ui';
import { stillOffered, toSearch } from './parameter-values.ts';
import type { ParameterValues, ReportConfig } from './types.ts';

const nameOf = (report: string, username: string) => `cairn.report.${username}.${report}`;

/** Keeps the values of a run in this browser, for the next time that this person opens the report. */
export function rememberValues(report: string, username: string, values: ParameterValues): void {
  writeStored(nameOf(report, username), toSearch(values).toString());
}

/** The values of the last run, as an address has them, without those that are not offered any more. */
export function rememberedValues({ name, parameters }: ReportConfig, username: string): URLSearchParams {
  return stillOffered(parameters, new URLSearchParams(readStored(nameOf(name, username), '')));
}
