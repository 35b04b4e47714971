import { AppError } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { noSuchProject } from '../runs/errors.ts';
import { findRunProject } from '../runs/run-repo.ts';
import type { TargetRequest } from '../runs/types.ts';
import type { Resolution } from '../synced-tables/history-types.ts';
import type { SyncedTables, TargetPlace } from '../synced-tables/types.ts';

const LIMIT_MS = 30_000;

export interface ConflictDecision extends Omit<Resolution, 'signal'> {
  projectId: number;
  cause: AuditContext;
}

export interface ConflictService {
  /**
   * Decides a conflict of a project in its database; what is done there is in the audit log as well.
   *
   * @throws {AppError} not_found; conflict for one that was decided, and for what the database refuses; gateway_timeout
   */
  resolve(decision: ConflictDecision): Promise<void>;
}

export function createConflictService(deps: {
  db: Db;
  target: Pick<SyncedTables, 'resolveConflict'>;
  placeOf(project: TargetRequest): Promise<TargetPlace>;
}): ConflictService {
  const { db, target, placeOf } = deps;
  return {
    async resolve({ projectId, cause, ...resolution }) {
      const project = await findRunProject(db, projectId);
      if (!project) throw noSuchProject(projectId);
      const signal = AbortSignal.timeout(LIMIT_MS);
      await target
        .resolveConflict(await placeOf(project), { ...resolution, signal })
        .catch((error: unknown) => {
          throw signal.aborted && !(error instanceof AppError) ? notInTime(error) : error;
        });
      await recordAudit(db, {
        ...{ event: `conflict.${resolution.resolution}`, objectId: projectId, subject: project.name, cause },
        details: { conflict: resolution.id },
      });
    },
  };
}

function notInTime(cause: unknown): AppError {
  return new AppError({
    kind: 'gateway_timeout',
    code: 'field_sync.conflict_not_decided',
    message:
      'The database did not answer within 30 seconds. Reload the page to see whether the conflict was decided.',
    cause,
  });
}
