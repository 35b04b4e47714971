import type { TableRef } from '../../explorer/state/source.ts';
import type { InlineView } from '../types.ts';

/** The table that a view shows; null for a view of a report, and for one that was deleted. */
export function tableOf(view: InlineView | null | undefined): TableRef | null {
  const { datasource, schema, table } = view?.source ?? {};
  return datasource && schema && table ? { datasource, schema, table } : null;
}
