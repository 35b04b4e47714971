import type { Auth } from '@cairn/auth';
import type { Job } from '@cairn/jobs';
import { forbidden } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { RESOURCE_TYPE } from '../datasets/service.ts';

export type Rights = Pick<Auth, 'user' | 'allows'>;

const SERVICE = { resourceType: 'service', resourceKey: 'vault', permission: 'edit' } as const;

/** Whether a job is the actor's own. Administrators see every job as if it were. */
export function isRequestedBy(job: Job, actor: Actor): boolean {
  return actor.isAdmin || (actor.id !== null && job.requestedBy === String(actor.id));
}

/** Who asked for a job, with the rights they have now. AppError `forbidden` for whoever lost them meanwhile. */
export async function requireRequester(auth: Rights, id: number | null): Promise<Actor> {
  const actor = id === null ? null : await auth.user(id);
  if (!actor || !(await auth.allows(actor, SERVICE))) {
    throw forbidden(
      'vault.requester_lost_rights',
      'Who asked for this may not change anything in the vault any more; nothing was made.',
    );
  }
  return actor;
}

/** AppError `forbidden` when the requester may no longer do with a dataset what the job needs. */
export async function requirePermission(
  auth: Rights,
  actor: Actor,
  { dataset, permission }: { dataset: string; permission: 'view' | 'edit' },
): Promise<void> {
  const check = { resourceType: RESOURCE_TYPE, resourceKey: dataset, permission };
  if (await auth.allows(actor, check)) return;
  throw forbidden(
    'vault.requester_lost_rights',
    `Who asked for this lost the ${permission} permission on "${dataset}" meanwhile; nothing was made.`,
  );
}
