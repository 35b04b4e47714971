import type { AccessLevel } from '../../db/schema.ts';

/** Someone who has signed in here, and not on the platform. */
export interface LocalPerson {
  /** Null for people of an identity provider that have no account here. */
  userId: number | null;
  name: string;
  email: string | null;
  accesslevel: AccessLevel;
  isSuperAdmin: boolean;
}

export interface Session extends LocalPerson {
  tokenHash: string;
}

/** What the identity provider said when the session began. */
export interface SessionIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider vouches for the address. */
  isEmailVerified: boolean;
  name: string;
  roles: string[];
  level: AccessLevel;
}

export interface EndedSession {
  userId: number | null;
  name: string;
  sealedIdToken: string | null;
}

/** After the last use, and after sign-in. */
export const IDLE_SECONDS = 12 * 3600;
export const MAX_SECONDS = 7 * 86_400;
