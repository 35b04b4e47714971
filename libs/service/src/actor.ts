import type { Request } from 'express';
import type { Permission } from '@cairn/contracts';

/** Who is calling. */
export interface Actor {
  kind: 'anonymous' | 'user' | 'service';
  id: number | null;
  username: string | null;
  email: string | null;
  isAdmin: boolean;
  groups: string[];
  groupIds: number[];
  via: 'session' | 'token' | 'service' | null;
  /** Row id of the session or token. */
  credentialId: string | null;
  /** Name of the calling service when kind is service. */
  service: string | null;
}

export const ANONYMOUS: Actor = Object.freeze({
  kind: 'anonymous' as const,
  id: null,
  username: null,
  email: null,
  isAdmin: false,
  groups: [],
  groupIds: [],
  via: null,
  credentialId: null,
  service: null,
});

export interface AccessCheck {
  resourceType: string;
  resourceKey: string;
  /** A key under which the portal may still have the resource: its permissions count as well. */
  formerKey?: string | undefined;
  permission: Permission;
}

/** Finds out who calls and what they may do; @cairn/auth implements it. */
export interface AccessGuard {
  /**
   * Never throws for bad credentials (ANONYMOUS instead).
   * Throws AppError `unavailable` when the credential store is not configured or does not answer.
   */
  identify(request: Request): Promise<Actor>;
  allows(actor: Actor, check: AccessCheck): Promise<boolean>;
}
