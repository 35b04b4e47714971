/** A finished backup: its file is complete, under its final name. */
export interface Backup {
  id: number;
  connectionId: number | null;
  databaseId: number | null;
  databaseName: string;
  filename: string;
  /** Path of the file, below the backup directory. */
  artifact: string;
  size: number;
  sha256: string;
  serverVersion: string;
  /** system_identifier; null for backups of earlier versions. */
  serverIdentifier: string | null;
  note: string;
  verifiedAt: Date | null;
  createdAt: Date;
  createdBy: string | null;
}
