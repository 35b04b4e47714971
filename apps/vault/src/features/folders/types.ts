export interface Folder {
  id: number;
  name: string;
  description: string;
  /** Group whose members may open it. */
  groupId: number | null;
  /** Name of the group, the last known one when the group was deleted; null when every user may open the folder. */
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
