import { expect, test } from '@jest/globals';
import type { VaultOperations } from '@cairn/contracts';
import { ANONYMOUS } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import { SourceError } from '../content/errors.ts';
import { hideSources } from './hide-sources.ts';

const ADDRESS = 'db.internal:5432';
const reader: Actor = { ...ANONYMOUS, kind: 'user', id: 1, username: 'reader' };
const everything = { allows: () => Promise.resolve(true) };
const nothing = { allows: () => Promise.resolve(false) };

type Operation = keyof VaultOperations;

async function messageOf(operation: Operation, input: object, { actor = reader, guard = nothing } = {}) {
  const fail = () => {
    throw new SourceError({
      kind: 'unavailable',
      code: 'vault.unreachable',
      message: `No answer: ${ADDRESS}`,
    });
  };
  const handlers = hideSources({ [operation]: fail } as unknown as Handlers<VaultOperations>, guard);
  const handler = handlers[operation] as unknown as (
    input: object,
    actor: Actor,
    call: Call,
  ) => Promise<unknown>;
  const error = await handler(input, actor, {} as Call).catch((reason: Error) => reason);
  return (error as Error).message;
}

test.each<[Operation, object]>([
  ['versionLineage', { path: { id: 7 } }],
  ['getJob', { path: { id: 7 } }],
  ['listDatasetSummaries', {}],
])('%s, whose request names no dataset, does not say where data is stored', async (operation, input) => {
  for (const guard of [nothing, everything])
    expect(await messageOf(operation, input, { guard })).not.toContain(ADDRESS);
});

test.each<Operation>(['registerTable', 'importS3'])(
  '%s says where the data is stored that the caller registers, and not to a visitor',
  async (operation) => {
    expect(await messageOf(operation, { body: {} })).toContain(ADDRESS);
    expect(await messageOf(operation, { body: {} }, { actor: ANONYMOUS })).not.toContain(ADDRESS);
  },
);

test('a request that names a dataset says it to people with admin on that dataset alone', async () => {
  const input = { query: { dataset: 'wells' } };
  expect(await messageOf('preview', input, { guard: everything })).toContain(ADDRESS);
  expect(await messageOf('preview', input)).not.toContain(ADDRESS);
});
