import type { PermissionName } from '../permissions/types.ts';
import type { Resource } from '../resources/types.ts';

export interface Person {
  id: number;
  username: string;
}

export interface PersonAccess extends Person {
  level: PermissionName;
}

export interface GroupAccess {
  id: number;
  name: string;
  level: PermissionName;
}

/** The access to a resource, which its owner can change. */
export interface Sharing {
  resource: Resource;
  owner: Person | null;
  isPublic: boolean;
  /** When false, only users of the service can open a public resource. */
  serviceIsPublic: boolean;
  people: PersonAccess[];
  groups: GroupAccess[];
  /** Changes with every change of the access. */
  version: string;
}

export interface SharingInput {
  version: string;
  isPublic: boolean;
  people: { id: number; level: PermissionName }[];
  groups: { id: number; level: PermissionName }[];
}

export interface PersonReason {
  kind: 'owner' | 'person' | 'group' | 'public' | 'administrators';
  level: PermissionName;
  groupName?: string;
  sentence: string;
}

export interface PersonExplanation {
  person: Person;
  /** Null when the person has no access. */
  level: PermissionName | null;
  /** Whether the person may use the service at all. */
  mayUseService: boolean;
  summary: string;
  reasons: PersonReason[];
}
