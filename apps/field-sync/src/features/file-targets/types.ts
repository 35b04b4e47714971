export interface RemoteTarget {
  syncType: 'remote';
  /** A name or an IP address. */
  host: string;
  port: number;
  username: string;
  folder: string;
}

export interface LocalTarget {
  syncType: 'local';
  /** Name of a folder below that of all local targets. */
  localProjectId: string;
}

export type FileTargetFields = (RemoteTarget | LocalTarget) & {
  name: string;
  /** `user:group` that files get; blank leaves those of the login. */
  usrGrp: string;
};

/** Where the files of projects are copied; `rsync` on the wire. */
export type FileTarget = FileTargetFields & {
  id: number;
  /** Patterns of files that are not copied, one a line. */
  excludes: string;
  /** Line of known_hosts of the first connection. */
  hostKey: string | null;
  /** The same of a later connection that had another key; null unless someone has to accept it. */
  offeredHostKey: string | null;
  ownerId: number | null;
  updatedAt: Date;
};

/** With its password, encrypted for its login; null for a local one. */
export type SealedFileTarget = FileTarget & { sealedPassword: string | null };

export type ListedFileTarget = FileTarget & {
  /** How many projects are copied to it. */
  projects: number;
};
