import type { PackageTable } from '@cairn/geo';
import type { SridOf } from './layout.ts';
import type { ExistingTable } from './server-queries.ts';
import type { LayoutStep, PlanChoices, PlanItem, TableLayout } from './types.ts';

export interface LayoutRequest {
  /** Of the state; empty without one. */
  layout: TableLayout[];
  /** Of the package. */
  tables: PackageTable[];
  /** All that has a name in the schema, with columns for tables. */
  existing: Map<string, ExistingTable>;
  choices: PlanChoices;
  sridOf: SridOf;
}

export interface TablePlan {
  before: TableLayout | null;
  after: TableLayout;
  /** Null: not in the package, or not synchronised. */
  source: PackageTable | null;
  action: 'create' | 'change' | 'none';
  /** Whether the rows of the table itself must be read: since the layout changed so, or since the run was asked to. */
  reconcile: 'layout' | 'asked' | null;
  /** Whether the table was not made by this project. */
  isAdopted: boolean;
}

export interface LayoutChange {
  tables: TablePlan[];
  steps: LayoutStep[];
  items: PlanItem[];
  warnings: string[];
}
