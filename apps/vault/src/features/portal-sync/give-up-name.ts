import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import { releaseName } from './released-names.ts';
import type { ReleasedName } from './released-names.ts';

/** Until then the process that changed the name tells the portal itself. */
const JOB_AFTER_MS = 45_000;
/** Every five minutes in the end: some years. The name stays reserved that long. */
const ATTEMPTS = 1_000_000;

/** In the transaction in which a dataset gives its name up. After the commit: `releases.tell`. */
export async function giveUpName(trx: Db, jobs: Jobs, released: ReleasedName): Promise<void> {
  await releaseName(trx, released);
  await jobs.enqueue(trx, {
    kind: 'dataset.release',
    payload: { name: released.name },
    maxAttempts: ATTEMPTS,
    runAfter: new Date(Date.now() + JOB_AFTER_MS),
  });
}
