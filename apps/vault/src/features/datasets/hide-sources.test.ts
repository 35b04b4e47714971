import { expect, test } from '@jest/globals';
import type { OperationRequest } from '@cairn/app';
import type { VaultOperations } from '@cairn/contracts';
import { ANONYMOUS } from '@cairn/service';
import type { AccessGuard, Actor } from '@cairn/service';
import { SourceError } from '../content/errors.ts';
import { hideSources } from './hide-sources.ts';

const ADDRESS = 'db.internal:5432';
const reader: Actor = { ...ANONYMOUS, kind: 'user', id: 1, username: 'reader' };
type Guard = Pick<AccessGuard, 'allows'>;

const everything: Guard = { allows: () => Promise.resolve(true) };
const nothing: Guard = { allows: () => Promise.resolve(false) };

type Operation = keyof VaultOperations;

async function messageOf(
  operationId: Operation,
  { actor = reader, guard = nothing, resourceKeys = [] as string[] } = {},
) {
  const fail = async (): Promise<never> => {
    throw new SourceError({
      kind: 'unavailable',
      code: 'vault.unreachable',
      message: `No answer: ${ADDRESS}`,
    });
  };
  const request = { actor, call: { resourceKeys } } as unknown as OperationRequest;
  const error = await hideSources(guard)({ operationId })(request, fail).catch((reason: Error) => reason);
  return (error as Error).message;
}

test.each<Operation>(['listDatasetSummaries', 'getJob'])(
  '%s, which is on no single dataset, hides the location of data from everybody',
  async (operation) => {
    for (const guard of [nothing, everything])
      expect(await messageOf(operation, { guard })).not.toContain(ADDRESS);
  },
);

test.each<Operation>(['registerTable', 'importS3'])(
  '%s shows the location of the data to the user who registers it, and hides it from visitors',
  async (operation) => {
    expect(await messageOf(operation)).toContain(ADDRESS);
    expect(await messageOf(operation, { actor: ANONYMOUS })).not.toContain(ADDRESS);
  },
);

test.each<Operation>(['preview', 'downloadVersion'])(
  '%s, on a dataset or on the id of a version, shows the location only to users with admin on the dataset that was checked',
  async (operation) => {
    const checks: unknown[] = [];
    const guard: Guard = {
      allows: (_actor, check) => Promise.resolve(checks.push(check) > 0),
    };
    const resourceKeys = ['id:7'];
    expect(await messageOf(operation, { guard, resourceKeys })).toContain(ADDRESS);
    expect(checks).toEqual([{ resourceType: 'vault_dataset', resourceKey: 'id:7', permission: 'admin' }]);
    expect(await messageOf(operation, { resourceKeys })).not.toContain(ADDRESS);
    expect(await messageOf(operation, { actor: ANONYMOUS, guard, resourceKeys })).not.toContain(ADDRESS);
  },
);
