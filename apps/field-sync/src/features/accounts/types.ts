import type { AccessLevel } from '../../db/schema.ts';

export interface Account {
  id: number;
  name: string;
  email: string;
  accesslevel: AccessLevel;
  /** The first administrator. */
  isSuperAdmin: boolean;
  /** Who made the account. */
  ownerId: number | null;
  passwordHash: string | null;
}

export interface AccountFields {
  name: string;
  email: string;
  accesslevel: AccessLevel;
}

export interface Group {
  id: number;
  name: string;
  ownerId: number | null;
}

/** Who changes accounts and groups. */
export interface Editor {
  /** Of the account here; null for people of the platform. */
  userId: number | null;
  isSuperAdmin: boolean;
}

/** An account in a list. */
export interface ListedAccount extends Omit<Account, 'passwordHash'> {
  groupIds: number[];
}

export interface ListedGroup extends Group {
  userIds: number[];
  projectIds: number[];
}
