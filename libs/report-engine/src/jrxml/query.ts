import type { ImportContext } from './context.ts';
import { readAttribute, readChild, type XmlNode } from './xml-node.ts';

const REFERENCES = /\$(P!?|X)\{([^{}]*)\}/g;
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** The SQL of a dataset; `$P{}`, `$P!{}` and `$X{}` stay, with the names of the template. The engine checks it afterwards. */
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
  const toName = (name: string): string => context.parameterNames.get(name) ?? name;
  return node.text
    .trim()
    .replace(/;\s*$/, '')
    .replaceAll(REFERENCES, (_, kind: string, inside: string) => {
      if (kind === 'X') return `$X{${toClause(inside, toName)}}`;
      const name = toName(inside.trim());
      if (kind === 'P!') restrictText(name, node, context);
      return `$${kind}{${name}}`;
    });
}

/** Function and column of a clause stay, then parameters follow; the third word of IN and NOTIN is none. */
function toClause(inside: string, toName: (name: string) => string): string {
  const [name = '', column = '', ...words] = inside.split(/[,;|]/).map((part) => part.trim());
  const isBetween = name.includes('BETWEEN');
  return [name, column, ...words.map((word, index) => (index === 0 || isBetween ? toName(word) : word))].join(
    ', ',
  );
}

/**
 * What `$P!{}` puts into SQL may be the name of a column or table, or one of a list of texts. Its
 * default value decides which of them a parameter is; without one the importer reports it.
 */
function restrictText(name: string, node: XmlNode, { template, report }: ImportContext): void {
  const parameter = template.parameters.find((each) => each.name === name);
  if (!parameter || parameter.source || parameter.identifier) return;
  const { default: value } = parameter;
  if (parameter.type !== 'text' || typeof value !== 'string' || value === '') return;
  if (IDENTIFIER.test(value)) {
    parameter.identifier = true;
    report(node, 'warning', `$P!{${name}} takes the name of a column or table only, since ${value} is one.`);
    return;
  }
  parameter.source = { options: [{ label: value, value }] };
  report(
    node,
    'warning',
    `$P!{${name}} takes its default only. Add the other texts that may stand there to its options.`,
  );
}
