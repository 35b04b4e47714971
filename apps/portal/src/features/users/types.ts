export interface User {
  id: number;
  username: string;
  displayName: string;
  email: string | null;
  enabled: boolean;
  /** Whether the user must change the password before anything else. */
  mustChangePassword: boolean;
  isAdmin: boolean;
  groups: string[];
  groupIds: number[];
  createdAt: Date;
}

export interface NewUser {
  username: string;
  displayName: string;
  email: string | null;
  password: string;
  mustChangePassword: boolean;
  enabled: boolean;
  groupIds: number[];
}

/** Undefined fields are unchanged. */
export interface UserChange {
  displayName?: string;
  email?: string | null;
  enabled?: boolean;
  groupIds?: number[];
}
