import type { Resource, Visibility } from '../resources/types.ts';

export type PermissionName = 'view' | 'edit' | 'admin';

/** The effective permissions of a group. */
export interface MatrixRow {
  groupId: number;
  groupName: string;
  view: boolean;
  edit: boolean;
  admin: boolean;
}

export interface Matrix {
  resource: Resource;
  visibility: Visibility;
  rows: MatrixRow[];
  people: UserPermission[];
}

export interface MatrixInput {
  visibility: Visibility;
  rows: { groupId: number; permissions: PermissionName[] }[];
}

/** One permission of one group on one resource. */
export interface Permission {
  id: number;
  resourceId: number;
  groupId: number;
  permission: PermissionName;
  resourceType: string;
  resourceKey: string;
  resourceName: string;
  service: string;
  groupName: string;
  groupKind: 'administrators' | 'public' | null;
  createdAt: Date;
}

/** One permission of one user on one resource, from sharing. */
export interface UserPermission {
  resourceId: number;
  userId: number;
  username: string;
  permission: PermissionName;
  resourceType: string;
  resourceKey: string;
  resourceName: string;
  service: string;
}
