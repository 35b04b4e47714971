import type { Auth } from '@cairn/auth';
import type { Job } from '@cairn/jobs';
import { forbidden } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { datasetCheck } from '../access/dataset-guard.ts';

export type Rights = Pick<Auth, 'user' | 'allows'>;

const SERVICE = { resourceType: 'service', resourceKey: 'vault', permission: 'edit' } as const;

/** Whether a job is the actor's own. Every job counts as an administrator's own. */
export function isRequestedBy(job: Job, actor: Actor): boolean {
  return actor.isAdmin || (actor.id !== null && job.requestedBy === String(actor.id));
}

/** The user who requested a job. @throws {AppError} forbidden for a user who may no longer edit in the vault. */
export async function requireRequester(auth: Rights, id: number | null): Promise<Actor> {
  const actor = id === null ? null : await auth.user(id);
  if (!actor || !(await auth.allows(actor, SERVICE))) {
    throw forbidden(
      'vault.requester_lost_rights',
      'The user who started this job no longer has edit access. Nothing was changed.',
    );
  }
  return actor;
}

/** @throws {AppError} forbidden when the requester no longer has the permission that the job needs. */
export async function requirePermission(
  auth: Rights,
  actor: Actor,
  { datasetId, dataset }: { datasetId: number; dataset: string },
  permission: 'view' | 'edit',
): Promise<void> {
  if (await auth.allows(actor, datasetCheck(datasetId, permission))) return;
  throw forbidden(
    'vault.requester_lost_rights',
    `The user who started this job no longer has the ${permission} permission on "${dataset}". Nothing was changed.`,
  );
}
