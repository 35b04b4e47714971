import { statementOf } from '../source-names.ts';
import type { Definition } from '../types.ts';

/**
 * What a change of a report makes it read: another datasource, or other statements of the same one. Null for a change of texts and
 * choices, which need no right on the datasource.
 */
export function sourceChange(
  { definition, hasTemplate }: { definition: Definition; hasTemplate: boolean },
  former: Definition | null,
): 'datasource' | 'statements' | null {
  if (definition.datasource !== former?.datasource) return 'datasource';
  const known = statementsOf(former);
  const isWritten = hasTemplate || statementsOf(definition).some((statement) => !known.includes(statement));
  return isWritten ? 'statements' : null;
}

export function statementsOf({ parameters }: Definition): string[] {
  return parameters.flatMap(({ source }) => statementOf(source) ?? []);
}
