import type { Actor } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import type { Restriction } from '../query/types.ts';
import { listPoliciesOf } from './repo.ts';
import type { RowPolicy } from './types.ts';

/** Reads the row policies of a table for a person. Administrators keep the policies, and none binds them. */
export function createFindRestrictions({ db }: { db: Db }) {
  return async function findRestrictions(
    datasourceId: number,
    table: { schema: string; table: string },
    actor: Pick<Actor, 'isAdmin' | 'groupIds'>,
  ): Promise<Restriction[]> {
    if (actor.isAdmin) return [];
    return restrictionsOf(await listPoliciesOf(db, datasourceId, table), actor.groupIds);
  };
}

/** A table without policies is open. Otherwise people see the rows that one of their policies allows, and none without one. */
export function restrictionsOf(policies: RowPolicy[], groupIds: number[]): Restriction[] {
  if (policies.length === 0) return [];
  const mine = policies.filter(({ groupId }) => groupId === null || groupIds.includes(groupId));
  return [{ anyOf: mine.map(({ filter }) => filter), origin: 'policy' }];
}
