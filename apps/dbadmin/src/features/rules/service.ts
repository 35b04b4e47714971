import { inTransaction, lockRow } from '@cairn/db';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { noSuchConnection } from '../connections/errors.ts';
import { applyRules, undoRules } from './apply.ts';
import type { AppliedRules, RuleChange, RuleDeps } from './apply.ts';
import { renderRules } from './block.ts';
import { CONSTRAINTS, badOrder, noSuchRule, tooManyRules } from './errors.ts';
import { readRulesInFile } from './rules-in-file.ts';
import type { RuleInFile } from './rules-in-file.ts';
import { previewRules } from './preview.ts';
import {
  deleteRuleRow,
  findLastApplication,
  findRules,
  insertRule,
  reorderRules,
  replaceRule,
} from './repo.ts';
import type { Application, Rule } from './types.ts';
import { refuseWideRules, readRule } from './validate.ts';
import type { RuleInput } from './validate.ts';

const MAX_RULES = 500;

export interface RuleList {
  rules: Rule[];
  filePath: string | null;
  last: Application | null;
  /** Whether the rules differ from those in the file. */
  unapplied: boolean;
}

export type RuleService = ReturnType<typeof createRuleService>;

/** Network rules of connections. They take effect when they are applied. */
export function createRuleService(deps: RuleDeps) {
  const { db, connections } = deps;

  /** Changes the rules of a connection in a transaction, one change at a time. */
  async function change<T>(connectionId: number, work: (trx: Db, rules: Rule[]) => Promise<T>): Promise<T> {
    return inTransaction(db, CONSTRAINTS, async (trx) => {
      if (!(await lockRow(trx, 'connections', connectionId))) throw noSuchConnection(connectionId);
      return work(trx, await findRules(trx, connectionId));
    });
  }

  async function list(connectionId: number): Promise<RuleList> {
    const { hbaFilePath } = await connections.get(connectionId);
    const rules = await findRules(db, connectionId);
    const last = hbaFilePath === null ? null : await findLastApplication(db, connectionId, hbaFilePath);
    const inFile = last?.state === 'applied' ? last.block : '';
    return { rules, filePath: hbaFilePath, last, unapplied: renderRules(rules) !== inFile };
  }

  return {
    list,

    async create(connectionId: number, input: RuleInput, cause: AuditContext): Promise<Rule> {
      const fields = readRule(input);
      return change(connectionId, async (trx, rules) => {
        if (rules.length >= MAX_RULES) throw tooManyRules(MAX_RULES);
        const id = await insertRule(trx, { ...fields, connectionId, position: rules.length + 1 });
        const { name: subject } = fields;
        await recordAudit(trx, {
          event: 'rule.created',
          connectionId,
          cause,
          subject,
          details: { ...fields },
        });
        return requireAccepted(await findRules(trx, connectionId), id);
      });
    },

    async replace(connectionId: number, id: number, input: RuleInput, cause: AuditContext): Promise<Rule> {
      const fields = readRule(input);
      return change(connectionId, async (trx, rules) => {
        requireRule(rules, id);
        await replaceRule(trx, id, fields);
        const { name: subject } = fields;
        await recordAudit(trx, {
          event: 'rule.changed',
          connectionId,
          cause,
          subject,
          details: { ...fields },
        });
        return requireAccepted(await findRules(trx, connectionId), id);
      });
    },

    async remove(connectionId: number, id: number, cause: AuditContext): Promise<void> {
      await change(connectionId, async (trx, rules) => {
        const rule = requireRule(rules, id);
        await deleteRuleRow(trx, { ...rule, connectionId });
        await recordAudit(trx, { event: 'rule.deleted', connectionId, cause, subject: rule.name });
      });
    },

    async order(connectionId: number, ids: number[], cause: AuditContext): Promise<RuleList> {
      await change(connectionId, async (trx, rules) => {
        const existing = new Set(rules.map(({ id }) => id));
        const isComplete = ids.length === existing.size && new Set(ids).size === ids.length;
        if (!isComplete || ids.some((id) => !existing.has(id))) throw badOrder();
        await reorderRules(trx, connectionId, ids);
        await recordAudit(trx, { event: 'rule.ordered', connectionId, cause, details: { ids } });
      });
      return list(connectionId);
    },

    preview: (connectionId: number, choice: { isWhole: boolean; actor: Pick<Actor, 'isAdmin'> }) =>
      previewRules(deps, connectionId, choice),
    inFile: (connectionId: number, actor: Pick<Actor, 'isAdmin'>): Promise<RuleInFile[]> =>
      readRulesInFile(deps, connectionId, actor),
    apply: (connectionId: number, by: RuleChange): Promise<AppliedRules> =>
      applyRules(deps, connectionId, by),
    undo: (connectionId: number, by: RuleChange): Promise<AppliedRules> => undoRules(deps, connectionId, by),
  };
}

/** Returns a rule that was just saved. @throws {AppError} bad_request when all rules together are too wide */
function requireAccepted(rules: Rule[], id: number): Rule {
  refuseWideRules(rules);
  return requireRule(rules, id);
}

function requireRule(rules: Rule[], id: number): Rule {
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw noSuchRule(id);
  return rule;
}
