import type { Db } from '../../db/schema.ts';

/** A run as HTML, whose pictures its person may read for a while. */
export interface ImageRun {
  uuid: string;
  reportKey: string;
  userId: number;
  engineSessionSealed: string | null;
  engineExecutionId: string | null;
  expiresAt: Date;
}

export async function insertImageRun(db: Db, run: ImageRun): Promise<void> {
  await db
    .insertInto('image_runs')
    .values({
      uuid: run.uuid,
      report_key: run.reportKey,
      user_id: run.userId,
      engine_session_sealed: run.engineSessionSealed,
      engine_execution_id: run.engineExecutionId,
      expires_at: run.expiresAt,
    })
    .execute();
}

/** The run of a report and a person; null for any other, and once it has expired. */
export async function findImageRun(
  db: Db,
  { uuid, reportKey, userId, now }: { uuid: string; reportKey: string; userId: number; now: Date },
): Promise<Pick<ImageRun, 'engineSessionSealed' | 'engineExecutionId'> | null> {
  const run = await db
    .selectFrom('image_runs')
    .select(['engine_session_sealed as engineSessionSealed', 'engine_execution_id as engineExecutionId'])
    .where('uuid', '=', uuid)
    .where('report_key', '=', reportKey)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return run ?? null;
}

export async function deleteExpiredImageRuns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('image_runs').where('expires_at', '<=', now).execute();
}
