import type { ReportServerOperations, ReportServerSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { PolicyInput, RowPolicyService } from './service.ts';
import type { RowPolicy } from './types.ts';

type Operation =
  'listRowPolicies' | 'createRowPolicy' | 'updateRowPolicy' | 'deleteRowPolicy' | 'previewRowPolicy';

export function rowPolicyRoutes({
  rowPolicies,
}: {
  rowPolicies: RowPolicyService;
}): Handlers<ReportServerOperations, Operation> {
  return {
    listRowPolicies: async ({ path }) => ({ policies: (await rowPolicies.list(path.key)).map(toBody) }),

    async createRowPolicy({ path, body }, actor, call) {
      const change = { input: toInput(body), cause: auditContext(actor, call) };
      return respond(201, toBody(await rowPolicies.create(actor, path.key, change)));
    },

    async updateRowPolicy({ path, body }, actor, call) {
      const change = { input: toInput(body), cause: auditContext(actor, call) };
      const { id } = path;
      return toBody(await rowPolicies.replace(actor, path.key, { ...change, id, revision: body.revision }));
    },

    async deleteRowPolicy({ path }, actor, call) {
      await rowPolicies.remove(path.key, { id: path.id, cause: auditContext(actor, call) });
      return respond(204);
    },

    async previewRowPolicy({ path, body }, actor, { signal }) {
      const { schema, table, group_id: groupId, filter } = body;
      const input = { schema, table, groupId, ...(filter === undefined ? {} : { filter }) };
      const { columns, ...seen } = await rowPolicies.preview(actor, path.key, { input, signal });
      return { columns: columns.map(({ name, type, label }) => ({ name, type, label }) as Column), ...seen };
    },
  };
}

type Column = ReportServerSchemas['AnswerColumn'];

function toInput({
  schema,
  table,
  group_id: groupId,
  filter,
}: ReportServerSchemas['RowPolicyInput']): PolicyInput {
  return { schema, table, groupId, filter };
}

function toBody(policy: RowPolicy): ReportServerSchemas['RowPolicy'] {
  const { id, schema, table, groupId, groupName, filter, revision } = policy;
  return {
    id,
    schema,
    table,
    group_id: groupId,
    group: groupName,
    filter: filter as Record<string, unknown>,
    revision,
  };
}
