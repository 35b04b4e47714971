import { inTransaction } from '@cairn/db';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import type { DatasourceService } from '../datasources/service.ts';
import { compileCount, compileSelect } from '../query/compile-select.ts';
import { compileFilter } from '../query/filter.ts';
import { createParameters } from '../query/parameters.ts';
import type { ReadRunner } from '../query/run-read.ts';
import { decodeRow } from '../query/service.ts';
import type { QueryService } from '../query/service.ts';
import { scopeOf } from '../query/source.ts';
import { CONSTRAINTS, noSuchGroup, noSuchPolicy, policyStale } from './errors.ts';
import {
  deletePolicy,
  insertPolicy,
  listPolicies,
  listPoliciesOf,
  policyExists,
  updatePolicy,
} from './repo.ts';
import { restrictionsOf } from './restrictions.ts';
import type { RowPolicy, RowPolicyFields } from './types.ts';

const PREVIEW_ROWS = 20;

interface RowPolicyDeps {
  db: Db;
  auth: { groupNames(): Promise<Map<number, string>> };
  datasources: DatasourceService;
  queries: QueryService;
  runner: ReadRunner;
}

export interface PolicyInput {
  schema: string;
  table: string;
  groupId: number | null;
  filter: unknown;
}

export interface PreviewInput {
  schema: string;
  table: string;
  groupId: number | null;
  /** The policy of the group that is being written; what is stored when left out. */
  filter?: unknown;
}

export type RowPolicyService = ReturnType<typeof createRowPolicyService>;

/** Which rows of a table people see. */
export function createRowPolicyService({ db, auth, datasources, queries, runner }: RowPolicyDeps) {
  /** @throws {AppError} bad_request for a filter that does not fit the table, not_found for an unknown table */
  async function check(actor: Actor, key: string, input: PolicyInput): Promise<RowPolicyFields> {
    const { source } = await queries.openTable(actor, { datasource: key, ...input });
    compileFilter(input.filter, scopeOf(source, createParameters()));
    const { schema, table, groupId, filter } = input;
    const groupName = groupId === null ? null : (await auth.groupNames()).get(groupId);
    if (groupName === undefined) throw noSuchGroup(groupId!);
    return { schema, table, groupId, groupName, filter };
  }

  return {
    async list(key: string): Promise<RowPolicy[]> {
      return listPolicies(db, (await datasources.get(key)).id);
    },

    async create(actor: Actor, key: string, { input, cause }: PolicyChange): Promise<RowPolicy> {
      const datasource = await datasources.get(key);
      const fields = await check(actor, datasource.key, input);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const policy = await insertPolicy(trx, datasource.id, fields);
        await recordAudit(trx, { ...event(policy, key), event: 'row_policy.created', cause });
        return policy;
      });
    },

    async replace(
      actor: Actor,
      key: string,
      { id, revision, input, cause }: PolicyChange & { id: number; revision: number },
    ): Promise<RowPolicy> {
      const datasource = await datasources.get(key);
      if (!(await policyExists(db, datasource.id, id))) throw noSuchPolicy(id);
      const fields = await check(actor, datasource.key, input);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const policy = await updatePolicy(trx, { datasourceId: datasource.id, id, revision }, fields);
        if (!policy) throw policyStale();
        await recordAudit(trx, { ...event(policy, key), event: 'row_policy.changed', cause });
        return policy;
      });
    },

    async remove(key: string, { id, cause }: { id: number; cause: AuditContext }): Promise<void> {
      const datasource = await datasources.get(key);
      await db.transaction().execute(async (trx) => {
        const policy = await deletePolicy(trx, datasource.id, id);
        if (!policy) throw noSuchPolicy(id);
        await recordAudit(trx, { ...event(policy, key), event: 'row_policy.deleted', cause });
      });
    },

    /** What members of a group see who are in no other group; without a group, those in none. */
    async preview(
      actor: Actor,
      key: string,
      { input, signal }: { input: PreviewInput; signal: AbortSignal },
    ) {
      const datasource = await datasources.get(key);
      const { schema, table, groupId, filter } = input;
      const opened = await queries.openTable(actor, { datasource: datasource.key, schema, table });
      const stored = await listPoliciesOf(db, datasource.id, { schema, table });
      const others = stored.filter((policy) => policy.groupId !== groupId);
      const written = { id: 0, datasourceId: datasource.id, groupName: null, revision: 0, ...input, filter };
      if (filter !== undefined) compileFilter(filter, scopeOf(opened.source, createParameters()));
      const policies = filter === undefined ? stored : [...others, written];
      const restrictions = restrictionsOf(policies, groupId === null ? [] : [groupId]);
      const seen = { ...opened.source, restrictions };
      const compiled = compileSelect(seen, { limit: PREVIEW_ROWS });
      const [visible, total] = [compileCount(seen, {}), compileCount({ ...seen, restrictions: [] }, {})];
      return runner.runRead(opened, [compiled, visible, total], {
        signal,
        work: async (read) => ({
          columns: compiled.columns,
          rows: (await read.texts(compiled)).slice(0, PREVIEW_ROWS).map((row) => decodeRow(compiled, row)),
          visible: Number((await read.texts(visible))[0]![0]),
          total: Number((await read.texts(total))[0]![0]),
        }),
      });
    },
  };
}

export interface PolicyChange {
  input: PolicyInput;
  cause: AuditContext;
}

function event({ id, schema, table, groupName, filter }: RowPolicy, key: string) {
  return { objectId: id, subject: `${key} ${schema}.${table}`, details: { group: groupName, filter } };
}
