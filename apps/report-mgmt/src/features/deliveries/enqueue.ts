import type { Jobs } from '@cairn/jobs';
import type { Db, DeliveryPurpose } from '../../db/schema.ts';
import { insertDeliveries, refreshEmailStatus, setDeliveryJobs } from './repo.ts';
import { SEND_KIND } from './send-job.ts';

/** Inserts a mail and its job for each address, in the transaction that makes them due. Call `jobs.dispatch` after the commit. */
export async function enqueueDeliveries(
  { jobs }: { jobs: Pick<Jobs, 'enqueueMany'> },
  trx: Db,
  { executionId, addresses, purpose }: { executionId: string; addresses: string[]; purpose: DeliveryPurpose },
): Promise<void> {
  const deliveries = await insertDeliveries(
    trx,
    addresses.map((address) => ({ executionId, address, purpose })),
  );
  const enqueued = await jobs.enqueueMany(
    trx,
    deliveries.map(({ id }) => ({
      kind: SEND_KIND,
      payload: { delivery_id: id },
      idempotencyKey: `delivery:${id}`,
      maxAttempts: 5,
    })),
  );
  await setDeliveryJobs(
    trx,
    deliveries.map(({ id }, index) => ({ id, jobId: enqueued[index]!.id })),
  );
  if (purpose === 'document') await refreshEmailStatus(trx, executionId);
}
