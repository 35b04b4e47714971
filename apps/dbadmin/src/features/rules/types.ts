/** Who may connect to what from where. Empty names stand for all. */
export interface RuleFields {
  name: string;
  cidr: string;
  authMethod: 'scram-sha-256' | 'md5';
  databaseName: string;
  roleName: string;
  enabled: boolean;
}

export interface Rule extends RuleFields {
  id: number;
  /** From 1; the first rule that fits decides. */
  position: number;
  createdAt: Date;
  updatedAt: Date;
}

/** One time that the rules were written to a server's file. */
export interface Application {
  id: number;
  /** `applying` and `undoing` stay behind when a process dies under way. */
  state: 'applying' | 'applied' | 'undoing' | 'failed';
  /** The lines of the rules. */
  block: string;
  filePath: string;
  /** The file as it was before. */
  backupPath: string;
  /** Of the file as it was written. */
  fileSha256: string;
  appliedBy: string | null;
  appliedAt: Date;
}

/** A line of a host-based authentication file, as we write them. */
export interface HbaLine {
  type: 'host' | 'hostssl';
  /** Empty for all. */
  database: string;
  role: string;
  /** A network such as 10.20.0.0/16. */
  cidr: string;
  method: RuleFields['authMethod'];
}
