export interface Limits {
  /** Private writable memory (RLIMIT_DATA); default 1.5 GiB. */
  memoryBytes?: number;
  /** Default 300; null means no limit. */
  cpuSeconds?: number | null;
  /** Largest file that the program may write; default 64 GiB, null means no limit. */
  fileBytes?: number | null;
}

/** `none`: an isolated network namespace. `open`: for programs that must reach a server. */
export type Network = 'none' | 'open';

/** What a program may access. */
export interface SandboxOptions {
  /** The job's folder, which the program may write to; by default an empty folder in memory. */
  cwd?: string;
  /** Other files and folders that it may read, besides the programs of this machine. */
  reads?: string[];
  /** Other folders that it may write to; their owners stay as they are. */
  writes?: string[];
  /** A file that it sees as /etc/passwd, if it looks up the name of its account, as SSH does. */
  accountsFile?: string;
  /**
   * Runs it under the account of this process, to which its files then belong, with no other privileges than those over files.
   * Without it root starts programs under the separate account.
   */
  ownAccount?: boolean;
  network?: Network;
  limits?: Limits;
}

export interface Command {
  program: string;
  args: string[];
}
