export interface User {
  id: number;
  username: string;
  email: string | null;
  enabled: boolean;
  isAdmin: boolean;
  groups: string[];
  groupIds: number[];
  createdAt: Date;
}

export interface NewUser {
  username: string;
  email: string | null;
  password: string;
  enabled: boolean;
  groupIds: number[];
}

/** Undefined leaves a field as it is. */
export interface UserChange {
  email?: string | null;
  enabled?: boolean;
  groupIds?: number[];
}
