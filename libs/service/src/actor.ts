import type { Request } from 'express';
import type { Permission } from '@cairn/contracts';

/** The caller of an operation. */
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

/** Identifies callers and checks their permissions; implemented by @cairn/auth. */
export interface AccessGuard {
  /**
   * Never throws for bad credentials (ANONYMOUS instead).
   * @throws {AppError} unavailable when the credential store is not configured or does not respond
   */
  identify(request: Request): Promise<Actor>;
  allows(actor: Actor, check: AccessCheck): Promise<boolean>;
}
