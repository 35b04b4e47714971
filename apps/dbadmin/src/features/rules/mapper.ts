import type { DbadminSchemas } from '@cairn/contracts';
import type { AppliedRules } from './apply.ts';
import { prefixOf } from './hba-rows.ts';
import type { RuleInFile } from './rules-in-file.ts';
import type { RuleList } from './service.ts';
import type { Rule } from './types.ts';
import type { RuleInput } from './validate.ts';

export function toRuleBody(rule: Rule): DbadminSchemas['Rule'] {
  return {
    id: rule.id,
    name: rule.name,
    cidr: rule.cidr,
    auth_method: rule.authMethod,
    database_name: rule.databaseName,
    role_name: rule.roleName,
    enabled: rule.enabled,
    position: rule.position,
    created_at: rule.createdAt.toISOString(),
    updated_at: rule.updatedAt.toISOString(),
  };
}

export function toListBody({ rules, filePath, last, unapplied }: RuleList): DbadminSchemas['RuleList'] {
  const applied = last?.state === 'applied' ? last : null;
  return {
    rules: rules.map(toRuleBody),
    file_path: filePath,
    applied_at: applied?.appliedAt.toISOString() ?? null,
    applied_by: applied?.appliedBy ?? null,
    unapplied,
    can_undo: applied !== null,
  };
}

export function toRuleInFileBody(row: RuleInFile): DbadminSchemas['RuleInFile'] {
  const prefix = prefixOf(row.netmask);
  return {
    line: row.line_number,
    type: row.type,
    databases: row.database ?? [],
    roles: row.user_name ?? [],
    from: row.address === null ? null : `${row.address}${prefix === null ? '' : `/${prefix}`}`,
    auth_method: row.auth_method,
    options: row.options ?? [],
    managed: row.isManaged,
    error: row.error,
  };
}

export function toAppliedBody(applied: AppliedRules): DbadminSchemas['RulesApplied'] {
  const { filePath, backupPath, rules, at } = applied;
  const backup = backupPath === undefined ? {} : { backup_path: backupPath };
  return { applied: true, file_path: filePath, ...backup, rules, applied_at: at.toISOString() };
}

export function fromRuleBody(body: DbadminSchemas['RuleInput']): RuleInput {
  return {
    name: body.name,
    cidr: body.cidr,
    authMethod: body.auth_method,
    databaseName: body.database_name ?? '',
    roleName: body.role_name ?? '',
    enabled: body.enabled ?? true,
  };
}
