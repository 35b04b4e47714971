import type { DbadminOperations } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { fromRuleBody, toAppliedBody, toListBody, toRuleBody, toRuleInFileBody } from './mapper.ts';
import type { RuleService } from './service.ts';

type Operation =
  | 'listRules'
  | 'createRule'
  | 'updateRule'
  | 'deleteRule'
  | 'orderRules'
  | 'previewRules'
  | 'listRulesInFile'
  | 'applyRules'
  | 'undoRules';

export function ruleRoutes({ rules }: { rules: RuleService }): Handlers<DbadminOperations, Operation> {
  return {
    async listRules({ path }) {
      return toListBody(await rules.list(path.id));
    },
    async createRule({ path, body }, actor, call) {
      const rule = await rules.create(path.id, fromRuleBody(body), auditContext(actor, call));
      return respond(201, toRuleBody(rule));
    },
    async updateRule({ path, body }, actor, call) {
      return toRuleBody(
        await rules.replace(path.id, path.ruleId, fromRuleBody(body), auditContext(actor, call)),
      );
    },
    async deleteRule({ path }, actor, call) {
      await rules.remove(path.id, path.ruleId, auditContext(actor, call));
      return { success: true };
    },
    async orderRules({ path, body }, actor, call) {
      return toListBody(await rules.order(path.id, body.ids, auditContext(actor, call)));
    },
    previewRules: ({ path, query }, actor) =>
      rules.preview(path.id, { isWhole: query.context === 'all', actor }),
    async listRulesInFile({ path }, actor) {
      return (await rules.inFile(path.id, actor)).map(toRuleInFileBody);
    },
    async applyRules({ path }, actor, call) {
      return toAppliedBody(await rules.apply(path.id, { actor, cause: auditContext(actor, call) }));
    },
    async undoRules({ path }, actor, call) {
      return toAppliedBody(await rules.undo(path.id, { actor, cause: auditContext(actor, call) }));
    },
  };
}
