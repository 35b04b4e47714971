import { badRequest } from '@cairn/service';
import type { ViewSource } from './types.ts';

/** @throws {AppError} bad_request unless the source is a whole table or a report */
export function checkSource({ datasource, schema, table, report, parameters }: ViewSource): void {
  if (report !== undefined && schema === undefined && table === undefined) return;
  const isTable = datasource !== undefined && schema !== undefined && table !== undefined;
  if (isTable && report === undefined && parameters === undefined) return;
  throw badRequest(
    'report-server.bad_view_source',
    'The source of a view is a table (datasource, schema and table) or a report (report, and its parameters). Name one of them.',
  );
}
