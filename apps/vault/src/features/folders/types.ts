import type { Actor } from '@cairn/service';

export interface Folder {
  id: number;
  name: string;
  description: string;
  /** Group whose members may open it; null for everybody. */
  groupName: string | null;
  ownerId: number | null;
  owner: string | null;
  updatedAt: Date;
  archivedAt: Date | null;
}

export interface FolderListing extends Folder {
  /** Active datasets in it that the viewer may see. */
  datasetCount: number;
}

/** On whom it depends which folders open. */
export type FolderViewer = Pick<Actor, 'id' | 'isAdmin' | 'groups'>;
