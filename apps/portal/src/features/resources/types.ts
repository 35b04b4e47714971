export type Visibility = 'public' | 'restricted';

export interface Resource {
  id: number;
  resourceType: string;
  resourceKey: string;
  displayName: string;
  service: string;
  ownerId: number | null;
  /** Address of its page; null when the service registered none. */
  url: string | null;
  createdAt: Date;
}

/** A permission of a group on a new resource. */
export interface NewGrant {
  /** Name or id of the group; `public` is everybody. */
  group: string | number;
  permission: 'view' | 'edit' | 'admin';
}

export interface AccessOverviewItem {
  resource: Resource;
  ownerName: string | null;
  visibility: Visibility;
  groupNames: string[];
  /** Names of users with a permission of their own, not through a group. */
  people: string[];
}

export interface ResourceFilter {
  service?: string;
  resourceType?: string;
}

export interface OverviewFilter extends ResourceFilter {
  search?: string;
  visibility?: Visibility;
}
