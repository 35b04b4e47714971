import type { AuditFilter as Filter } from '@cairn/audit';

/** All events of the portal. */
export const AUDIT_EVENTS = [
  'administrator.bootstrapped',
  'session.signed_in',
  'session.sign_in_failed',
  'session.signed_out',
  'session.ended',
  'password.changed',
  'password.reset',
  'token.minted',
  'token.revoked',
  'user.created',
  'user.updated',
  'group.created',
  'group.updated',
  'group.deleted',
  'group.member_added',
  'group.member_removed',
  'service.registered',
  'service.database_reported',
  'service.database_removed',
  'resource.registered',
  'resource.renamed',
  'resource.forgotten',
  'resource.shared',
  'permissions.replaced',
  'permission.granted',
  'permission.revoked',
  'card.created',
  'card.updated',
  'card.deleted',
  'cards.reordered',
  'thumbnail.uploaded',
] as const;

export type AuditEventName = (typeof AUDIT_EVENTS)[number];

/** What was changed. Names are copied, because objects are renamed and deleted. */
export interface AuditSubject {
  type: 'user' | 'group' | 'token' | 'session' | 'service' | 'resource' | 'permission' | 'card' | 'thumbnail';
  id: number | string | null;
  name: string | null;
}

/** With a part of the event, the actor or the subject, in any case. */
export type AuditFilter = Omit<Filter, 'where'> & { search?: string | undefined };
