export interface Role {
  oid: number;
  name: string;
  canLogin: boolean;
  isSuperuser: boolean;
  /** Whether it is a superuser, or a direct or indirect member of one. */
  canActAsSuperuser: boolean;
  canCreateDatabase: boolean;
  canCreateRole: boolean;
  inherits: boolean;
  connectionLimit: number | null;
  validUntil: string | null;
  /** null when the admin role may not see it. */
  hasPassword: boolean | null;
  memberOf: string[];
  members: string[];
  /** Whether it belongs to the server or the platform, and so is not changed or dropped here. */
  reserved: boolean;
  comment: string | null;
}

/** `group`: a role that cannot log in. */
export type RoleKind = 'user' | 'group';

export interface OwnedObject {
  kind: string;
  name: string;
}

export interface OwnedInDatabase {
  database: string;
  ownsDatabase: boolean;
  /** The first objects; `count` is the number of all. */
  objects: OwnedObject[];
  count: number;
  /** Why the database could not be read. */
  error?: string;
}
