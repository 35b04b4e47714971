import { readStored, writeStored } from '@cairn/ui';
import type { ReportConfig } from '../client.ts';
import { stillOffered, toSearch, type ParameterValues } from './parameter-values.ts';

const nameOf = (report: string, username: string) => `cairn.report-mgmt.${username}.${report}`;

/** Keeps the values of a run in this browser, for the next time that this person opens the report. */
export function rememberValues(report: string, username: string, values: ParameterValues): void {
  writeStored(nameOf(report, username), toSearch(values).toString());
}

/** The values of the last run, as an address has them. */
export function rememberedValues(config: ReportConfig, username: string): URLSearchParams {
  return stillOffered(config, new URLSearchParams(readStored(nameOf(config.name, username), '')));
}
