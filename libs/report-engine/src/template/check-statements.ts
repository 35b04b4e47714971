import { isRawAllowed } from '../parameters/compile-sql.ts';
import { parseStatement } from '../parameters/statement.ts';
import { suggestNames } from '../nearest-names.ts';
import type { Findings } from './findings.ts';
import { SYSTEM_PARAMETERS } from './scope.ts';
import type { Template } from './types.ts';

interface Place {
  path: string;
  /** Names that may stand in the statement. */
  names: readonly string[];
  isLookup: boolean;
}

/** Checks the statements of datasets and lookups: one statement, and parameters that exist. The SQL itself is PostgreSQL's to judge. */
export function checkStatements(template: Template, findings: Findings): void {
  const all = [...template.parameters.map(({ name }) => name), ...Object.keys(SYSTEM_PARAMETERS)];
  const check = (sql: string, { path, names, isLookup }: Place): void => {
    const { parts, problems } = parseStatement(sql, isLookup);
    for (const { message, start, end } of problems) findings.error(path, message, { start, end });
    for (const part of parts) {
      if (part.kind === 'text') continue;
      const { start, end } = part;
      for (const name of 'names' in part ? part.names : [part.name]) {
        const parameter = template.parameters.find((candidate) => candidate.name === name);
        if (!all.includes(name)) {
          findings.error(path, `There is no parameter ${name}.${suggestNames(name, all)}`, { start, end });
        } else if (!names.includes(name)) {
          findings.error(path, `The lookup uses ${name}, which depends_on does not list.`, { start, end });
        } else if (part.kind === 'raw' && parameter && !isRawAllowed(parameter)) {
          const message = `$P!{${name}} is allowed for parameters with options or identifiers only. Use $P{${name}}.`;
          findings.error(path, message, { start, end });
        }
      }
    }
  };
  for (const [i, { sql }] of template.datasets.entries()) {
    if (sql !== undefined) check(sql, { path: `$.datasets[${i}].sql`, names: all, isLookup: false });
  }
  for (const [i, { source, depends_on }] of template.parameters.entries()) {
    if (!source || !('sql' in source)) continue;
    const names = [...(depends_on ?? []), ...Object.keys(SYSTEM_PARAMETERS)];
    check(source.sql, { path: `$.parameters[${i}].source.sql`, names, isLookup: true });
  }
}
