import type { ColumnType, Generated } from 'kysely';
import type { AuditColumns } from '@cairn/audit';

type Filled<T> = ColumnType<T, T | undefined, T>;
type Written = ColumnType<Date, never, never>;

interface UsersTable {
  id: Generated<number>;
  username: string;
  email: string | null;
  password_hash: string;
  enabled: Filled<boolean>;
  display_name: Filled<string>;
  must_change_password: Filled<boolean>;
  created_at: Written;
}

interface GroupsTable {
  id: Generated<number>;
  name: string;
  description: Filled<string>;
  kind: Filled<'administrators' | 'public' | null>;
  created_at: Written;
}

interface GroupMembersTable {
  group_id: number;
  user_id: number;
  created_at: Written;
}

interface SessionsTable {
  id: Generated<number>;
  token_hash: string;
  user_id: number;
  created_at: Written;
  last_seen_at: ColumnType<Date, never, Date>;
  idle: ColumnType<never, string, never>;
  expires_at: Date;
  ip: string;
  user_agent: string;
}

interface TokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  token_prefix: string;
  token_hash: string;
  scopes: ColumnType<string[], never, never>;
  created_at: Written;
  expires_at: Date | null;
  last_used_at: ColumnType<Date | null, never, Date>;
  revoked_at: ColumnType<Date | null, never, Date>;
}

interface ServicesTable {
  service_key: string;
  display_name: string;
  discovery_url: string;
  created_at: Written;
  updated_at: ColumnType<Date, never, Date>;
}

interface ServiceDatabasesTable {
  id: Generated<number>;
  service_key: string;
  server_identifier: string;
  database_name: string;
  reported_at: Written;
  last_reported_at: ColumnType<Date, never, Date>;
}

interface ResourcesTable {
  id: Generated<number>;
  resource_type: string;
  resource_key: string;
  display_name: string;
  service: string;
  owner_id: number | null;
  created_at: Written;
  url: string | null;
}

interface PermissionsTable {
  id: Generated<number>;
  resource_id: number;
  group_id: number;
  permission: 'view' | 'edit' | 'admin';
  created_at: Written;
}

interface UserPermissionsTable {
  resource_id: number;
  user_id: number;
  permission: 'view' | 'edit' | 'admin';
  created_at: Written;
}

interface CardsTable {
  id: Generated<number>;
  title: string;
  description: string;
  card_type: 'map' | 'dashboard' | 'report' | 'dataset' | 'external' | 'admin';
  url: string;
  icon: string;
  image_url: string;
  category: string;
  sort_order: number;
  is_public: boolean;
  source_service: string;
  source_resource_id: string;
  is_imported: boolean;
  created_at: Written;
}

interface AuditEventsTable extends AuditColumns {
  subject_type: string | null;
  subject_id: string | null;
  subject_name: string | null;
}

interface AuthUsersView {
  user_id: number;
  username: string;
  email: string | null;
  enabled: boolean;
  is_admin: boolean;
  group_names: string[];
  group_ids: number[];
}

/** The portal's own tables, and the published views where they answer a question of its own. */
export interface PortalDatabase {
  users: UsersTable;
  groups: GroupsTable;
  group_members: GroupMembersTable;
  sessions: SessionsTable;
  tokens: TokensTable;
  services: ServicesTable;
  service_databases: ServiceDatabasesTable;
  resources: ResourcesTable;
  permissions: PermissionsTable;
  user_permissions: UserPermissionsTable;
  cards: CardsTable;
  audit_events: AuditEventsTable;
  auth_users: AuthUsersView;
}
