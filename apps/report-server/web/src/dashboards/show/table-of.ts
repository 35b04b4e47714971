import type { TableRef } from '../../explorer/state/source.ts';
import type { InlineView } from '../types.ts';

/** Names the main query of a report among tables, as the server does in its metadata. */
const REPORT = 'report';

/** The table that a view shows, or the main query of its report; null for a view that was deleted. */
export function tableOf(view: InlineView | null | undefined): TableRef | null {
  const { datasource, schema, table, report } = view?.source ?? {};
  if (report !== undefined) return { datasource: REPORT, schema: REPORT, table: report };
  return datasource && schema && table ? { datasource, schema, table } : null;
}
