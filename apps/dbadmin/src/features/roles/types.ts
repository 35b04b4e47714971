export interface Role {
  oid: number;
  name: string;
  canLogin: boolean;
  isSuperuser: boolean;
  /** It is one, or a member of one, directly or through other roles. */
  canActAsSuperuser: boolean;
  canCreateDatabase: boolean;
  canCreateRole: boolean;
  inherits: boolean;
  connectionLimit: number | null;
  validUntil: string | null;
  /** null when we may not see it. */
  hasPassword: boolean | null;
  memberOf: string[];
  members: string[];
  /** Of the server or of the platform: not changed or dropped here. */
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
  /** The first of them; `count` is the number of all. */
  objects: OwnedObject[];
  count: number;
  /** Why it could not be asked. */
  error?: string;
}
