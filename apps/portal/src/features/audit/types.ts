/** Every event name there is. */
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

/** What an event is about; names are copied because things are renamed and removed. */
export interface AuditSubject {
  type: 'user' | 'group' | 'token' | 'session' | 'service' | 'resource' | 'permission' | 'card' | 'thumbnail';
  id: number | string | null;
  name: string | null;
}

export interface AuditEvent {
  id: number;
  at: Date;
  event: string;
  actorId: number | null;
  actorName: string | null;
  subjectType: string | null;
  subjectId: string | null;
  subjectName: string | null;
  ip: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
}

export interface AuditFilter {
  beforeId?: number;
  limit: number;
  event?: string;
  actor?: string;
  search?: string;
  since?: Date;
  until?: Date;
}
