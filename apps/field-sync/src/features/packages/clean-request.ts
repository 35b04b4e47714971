import type { Request } from 'express';
import { forbidden } from '@cairn/service';
import type { Actor } from '@cairn/service';

/**
 * Whether a GET may remove packages: not one that another site caused or that a browser sends in advance. Programs send neither header.
 * @throws {AppError} forbidden for people who are not administrators
 */
export function mayRemove(actor: Actor, { method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (!actor.isAdmin) throw forbidden('field_sync.admin_only', 'Only administrators can remove packages.');
  const isForeign = /^(cross-site|same-site)$/.test(String(headers['sec-fetch-site'] ?? ''));
  const isInAdvance = /prefetch|prerender/.test(
    `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`,
  );
  return method === 'GET' && !isForeign && !isInAdvance;
}
