import type { ReportServerSchemas } from '@cairn/contracts';
import type { View } from './types.ts';

export function toViewBody(view: View): ReportServerSchemas['View'] {
  return {
    key: view.key,
    title: view.title,
    description: view.description,
    kind: view.kind,
    source: view.source,
    query: view.query,
    visual: view.visual,
    is_default: view.isDefault,
    dashboard: view.isWidget,
    revision: view.revision,
    owner: view.owner,
    updated_at: view.updatedAt.toISOString(),
  };
}
