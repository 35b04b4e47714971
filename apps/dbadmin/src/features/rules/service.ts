import { toAppError } from '@cairn/db';
import { badRequest, conflict, notFound } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditEventName } from '../audit/repo.ts';
import { noSuchConnection } from '../connections/errors.ts';
import { findLastApplication } from './applications.ts';
import { applyRules, undoRules } from './apply.ts';
import type { Applied, RuleChange, RuleDeps } from './apply.ts';
import { renderRules } from './block.ts';
import { readRulesInFile } from './in-file.ts';
import type { RuleInFile } from './in-file.ts';
import { previewRules } from './preview.ts';
import { deleteRuleRow, findRules, insertRule, lockConnection, placeRules, replaceRule } from './repo.ts';
import type { Application, Rule } from './types.ts';
import { checkBreadth, readRule } from './validate.ts';
import type { RuleInput } from './validate.ts';

const MAX_RULES = 500;

const CONSTRAINTS = {
  rules_name_key: {
    code: 'dbadmin.rule_name_taken',
    message: 'There is a rule of this name already; choose another name.',
  },
};

export interface RuleBook {
  rules: Rule[];
  filePath: string | null;
  last: Application | null;
  /** Whether the rules differ from those in the file. */
  unapplied: boolean;
}

export type RuleService = ReturnType<typeof createRuleService>;

/** Rules are kept here and decide nothing until they are applied. */
export function createRuleService(parts: RuleDeps) {
  const { db, connections } = parts;

  /** One change of the rules of a connection at a time. */
  async function change<T>(connectionId: number, work: (trx: Db, rules: Rule[]) => Promise<T>): Promise<T> {
    try {
      return await db.transaction().execute(async (trx) => {
        if (!(await lockConnection(trx, connectionId))) throw noSuchConnection(connectionId);
        return work(trx, await findRules(trx, connectionId));
      });
    } catch (error) {
      throw toAppError(error, CONSTRAINTS);
    }
  }

  async function book(connectionId: number): Promise<RuleBook> {
    const { hbaFilePath } = await connections.get(connectionId);
    const rules = await findRules(db, connectionId);
    const last = hbaFilePath === null ? null : await findLastApplication(db, connectionId, hbaFilePath);
    const inFile = last?.state === 'applied' ? last.block : '';
    return { rules, filePath: hbaFilePath, last, unapplied: renderRules(rules) !== inFile };
  }

  return {
    book,

    async create(connectionId: number, input: RuleInput, cause: AuditContext): Promise<Rule> {
      const fields = readRule(input);
      return change(connectionId, async (trx, rules) => {
        if (rules.length >= MAX_RULES) {
          throw conflict(
            'dbadmin.too_many_rules',
            `A connection has at most ${MAX_RULES} rules; delete some first.`,
          );
        }
        const id = await insertRule(trx, { ...fields, connectionId, position: rules.length + 1 });
        await audit(trx, 'rule.created', {
          connectionId,
          cause,
          subject: fields.name,
          details: { ...fields },
        });
        return accepted(await findRules(trx, connectionId), id);
      });
    },

    async replace(connectionId: number, id: number, input: RuleInput, cause: AuditContext): Promise<Rule> {
      const fields = readRule(input);
      return change(connectionId, async (trx, rules) => {
        requireRule(rules, id);
        await replaceRule(trx, id, fields);
        await audit(trx, 'rule.changed', {
          connectionId,
          cause,
          subject: fields.name,
          details: { ...fields },
        });
        return accepted(await findRules(trx, connectionId), id);
      });
    },

    async remove(connectionId: number, id: number, cause: AuditContext): Promise<void> {
      await change(connectionId, async (trx, rules) => {
        const rule = requireRule(rules, id);
        await deleteRuleRow(trx, { ...rule, connectionId });
        await audit(trx, 'rule.deleted', { connectionId, cause, subject: rule.name, details: {} });
      });
    },

    async order(connectionId: number, ids: number[], cause: AuditContext): Promise<RuleBook> {
      await change(connectionId, async (trx, rules) => {
        const known = new Set(rules.map(({ id }) => id));
        const isWhole = ids.length === known.size && new Set(ids).size === ids.length;
        if (!isWhole || ids.some((id) => !known.has(id))) {
          throw badRequest(
            'dbadmin.bad_order',
            'The order must name every rule of the connection once; load the rules again.',
          );
        }
        await placeRules(trx, connectionId, ids);
        await audit(trx, 'rule.ordered', { connectionId, cause, details: { ids } });
      });
      return book(connectionId);
    },

    preview: (connectionId: number, choice: { isWhole: boolean; actor: Pick<Actor, 'isAdmin'> }) =>
      previewRules(parts, connectionId, choice),
    inFile: (connectionId: number, actor: Pick<Actor, 'isAdmin'>): Promise<RuleInFile[]> =>
      readRulesInFile(parts, connectionId, actor),
    apply: (connectionId: number, by: RuleChange): Promise<Applied> => applyRules(parts, connectionId, by),
    undo: (connectionId: number, by: RuleChange): Promise<Applied> => undoRules(parts, connectionId, by),
  };
}

/** A rule that was just written, unless all of them together would now let everybody in. */
function accepted(rules: Rule[], id: number): Rule {
  checkBreadth(rules);
  return requireRule(rules, id);
}

function requireRule(rules: Rule[], id: number): Rule {
  const rule = rules.find((one) => one.id === id);
  if (rule) return rule;
  throw notFound('dbadmin.no_such_rule', `This connection has no rule ${id}; choose one from the list.`);
}

async function audit(
  trx: Db,
  event: AuditEventName,
  about: { connectionId: number; cause: AuditContext; subject?: string; details: Record<string, unknown> },
): Promise<void> {
  await recordAudit(trx, { event, ...about });
}
