import type { ImportContext } from './context.ts';
import { readAttribute, readChild, type XmlNode } from './xml-node.ts';

/** Functions of `$X{}` with the number of names that follow: a column, then parameters; `IN` may have a word for null. */
const CLAUSES: Readonly<Record<string, readonly [number, number]>> = {
  IN: [2, 3],
  NOTIN: [2, 3],
  EQUAL: [2, 2],
  NOTEQUAL: [2, 2],
  LESS: [2, 2],
  'LESS]': [2, 2],
  GREATER: [2, 2],
  '[GREATER': [2, 2],
  BETWEEN: [3, 3],
  '[BETWEEN': [3, 3],
  'BETWEEN]': [3, 3],
  '[BETWEEN]': [3, 3],
};

const REFERENCES = /\$(P!?|X)\{([^}]*)\}/g;

/** The SQL of a dataset; `$P{}`, `$P!{}` and `$X{}` stay, with the names of the template. */
export function importQuery(owner: XmlNode, context: ImportContext): string | undefined {
  const node = readChild(owner, 'query');
  if (!node || node.text.trim() === '') return undefined;
  const language = readAttribute(node, 'language') ?? 'sql';
  if (language.toLowerCase() !== 'sql') {
    context.report(
      node,
      'error',
      `The query is written in ${language}. Only SQL is supported; the dataset has no rows.`,
    );
    return undefined;
  }
  const sql = node.text.trim().replace(/;\s*$/, '');
  return sql.replaceAll(REFERENCES, (_, kind: string, inside: string) =>
    kind === 'X'
      ? toClause(inside, node, context)
      : `$${kind}{${toName(inside.trim(), { node, kind }, context)}}`,
  );
}

function toName(
  name: string,
  { node, kind }: { node: XmlNode; kind: string },
  context: ImportContext,
): string {
  const known = context.parameterNames.get(name) ?? name;
  if (!context.scope.parameters.has(known)) {
    context.report(node, 'error', `The query uses the parameter ${name}, which does not exist here.`);
  }
  if (kind === 'P!') {
    context.report(
      node,
      'warning',
      `$P!{${name}} puts text into the SQL. Give the parameter ${name} a list of options, or the report will not run.`,
    );
  }
  return known;
}

function toClause(inside: string, node: XmlNode, context: ImportContext): string {
  const [name = '', ...parts] = inside.split(/[,;|]/).map((part) => part.trim());
  const limits = CLAUSES[name];
  if (!limits || parts.length < limits[0] || parts.length > limits[1]) {
    context.report(node, 'error', `The clause $X{${inside}} is not one that the query can be built with.`);
    return `$X{${inside}}`;
  }
  const isBetween = name.includes('BETWEEN');
  const names = parts.map((part, index) =>
    index === 0 || (index === 2 && !isBetween) ? part : toName(part, { node, kind: 'X' }, context),
  );
  return `$X{${[name, ...names].join(', ')}}`;
}
