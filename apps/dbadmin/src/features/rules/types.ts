/** Which role may connect to which database from which network. Empty names mean all. */
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
  /** From 1; the first matching rule wins. */
  position: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The rules as they were written to a server's file. */
export interface Application {
  id: number;
  /** `applying` and `undoing` remain when a process dies during a change. */
  state: 'applying' | 'applied' | 'undoing' | 'failed';
  /** The lines of the rules. */
  block: string;
  filePath: string;
  /** The copy of the previous file. */
  backupPath: string;
  /** The hash of the file that was written. */
  fileSha256: string;
  appliedBy: string | null;
  appliedAt: Date;
}

/** A line of pg_hba.conf as this service writes it. */
export interface HbaLine {
  type: 'host' | 'hostssl';
  /** Empty for all. */
  database: string;
  role: string;
  /** A network such as 10.20.0.0/16. */
  cidr: string;
  method: RuleFields['authMethod'];
}
