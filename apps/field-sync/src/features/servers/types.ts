import type { ServerType } from '../../db/schema.ts';

export interface ServerFields {
  name: string;
  /** As someone chose it. */
  type: ServerType;
  /** Without a slash at its end; for a folder its path below FOLDER_PROVIDER_ROOT, `.` for that one itself. */
  url: string;
  /** Blank for a folder. */
  username: string;
}

/** A place with field projects, and the login for it. */
export interface Server extends ServerFields {
  id: number;
  /** What answers at the address; null as long as nothing did. */
  detectedType: ServerType | null;
  ownerId: number | null;
  /** Why nobody signs in until the server is edited. */
  signInProblem: string | null;
  problem: string | null;
  updatedAt: Date;
}

/** With its password, encrypted for its login; null for a folder. */
export interface SealedServer extends Server {
  sealedPassword: string | null;
}

export interface ListedServer extends Server {
  /** How many projects are on it. */
  projects: number;
}
