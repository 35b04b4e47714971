import { notFound } from '@cairn/service';
import type { SecretBox } from '@cairn/service';

const PURPOSE = 'report-server.report-result';
export const RESULT_MS = 15 * 60_000;

/** The rows of a report with its parameters, for one person. */
export interface ReportResult {
  report: string;
  version: number;
  datasource: string;
  /** As they were sent. */
  parameters: Record<string, string[]>;
  timeZone: string;
  /** Defaults such as "today" mean this moment. */
  now: number;
  person: number | null;
}

/** Sealed, so that only the processes of this service can open it. */
export function sealResult(secretBox: SecretBox, result: ReportResult): { id: string; expiresAt: Date } {
  return {
    id: secretBox.seal(JSON.stringify(result), PURPOSE),
    expiresAt: new Date(result.now + RESULT_MS),
  };
}

/** @throws {AppError} not_found for one that has expired, is damaged, or belongs to another person */
export function openResult(secretBox: SecretBox, id: string, person: number | null): ReportResult {
  let result: ReportResult;
  try {
    result = JSON.parse(secretBox.open(id, PURPOSE)) as ReportResult;
  } catch {
    throw noSuchResult();
  }
  if (result.person !== person || Date.now() >= result.now + RESULT_MS) throw noSuchResult();
  return result;
}

export function noSuchResult() {
  return notFound(
    'report-server.no_such_result',
    'There is no such result of a report, or it has expired. Run the query of the report again.',
  );
}
