import type { Generated } from 'kysely';
import type { Created, Filled, Updated } from './column-types.ts';

export interface CatalogNodesTable {
  id: Generated<number>;
  name: string;
  host: string;
  port: number;
  username: string;
  sealed_password: string | null;
  folder: Filled<string>;
  owner_id: number | null;
  created_at: Created;
  updated_at: Updated;
}

export interface MapStoresTable {
  id: Generated<number>;
  name: string;
  project_id: number;
  url: string;
  username: string;
  sealed_password: string | null;
  workspace: string;
  owner_id: number | null;
  created_at: Created;
  updated_at: Updated;
}

export interface PublicationsTable {
  project_id: number;
  publisher_id: string | null;
  viewer_url: string | null;
  seq: number | null;
  published_at: Date | null;
  first_seq: Filled<number>;
  attempt: string | null;
  lease_until: Date | null;
  error: string | null;
}

export interface NodeUploadsTable {
  url: string;
  dataset: string;
  attempt: string;
  lease_until: Date;
}
