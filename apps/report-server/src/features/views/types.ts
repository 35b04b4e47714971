import type { ReportServerSchemas } from '@cairn/contracts';

export type ViewInput = ReportServerSchemas['ViewInput'];
export type ViewSource = ReportServerSchemas['ViewSource'];
export type ViewKind = ReportServerSchemas['ViewKind'];

export interface View {
  id: number;
  ownerId: number;
  owner: string;
  key: string;
  title: string;
  description: string;
  kind: ViewKind;
  source: ViewSource;
  query: Record<string, unknown>;
  visual: Record<string, unknown>;
  isDefault: boolean;
  /** Whether it is offered as a widget of dashboards. */
  isWidget: boolean;
  revision: number;
  updatedAt: Date;
}

/** What a person writes of a view. */
export type ViewFields = Pick<
  View,
  'title' | 'description' | 'kind' | 'source' | 'query' | 'visual' | 'isDefault'
>;
