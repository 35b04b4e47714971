/** A version in the history of another. */
export interface LineageNode {
  versionId: number;
  dataset: string;
  version: number;
  operation: string;
  parameters: Record<string, unknown>;
  label: string | null;
  latest: boolean;
  featureCount: number | null;
  createdAt: Date;
  createdBy: string | null;
}

export interface LineageEdge {
  /** Id of the version that was read. */
  from: number;
  /** Id of the version that was made. */
  to: number;
  role: 'parent' | 'clip' | 'other';
}

export interface Lineage {
  nodes: LineageNode[];
  edges: LineageEdge[];
}
