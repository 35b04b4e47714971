export type Visibility = 'public' | 'restricted';

export interface Resource {
  id: number;
  resourceType: string;
  resourceKey: string;
  displayName: string;
  service: string;
  ownerId: number | null;
  /** Address of its page; null when its service did not register one. */
  url: string | null;
  createdAt: Date;
}

export interface AccessOverviewItem {
  resource: Resource;
  ownerName: string | null;
  visibility: Visibility;
  groupNames: string[];
  /** Names of users with a direct permission, not through a group. */
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
