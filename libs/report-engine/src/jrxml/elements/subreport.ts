import type { SubreportElement } from '../../template/types.ts';
import type { ImportContext } from '../context.ts';
import { literalText, readExpressionOf } from '../expressions.ts';
import { reportKey } from '../files.ts';
import { plainName } from '../parameters.ts';
import { readAttribute, readChild, readChildren, type XmlNode } from '../xml-node.ts';
import { readBase } from './base.ts';
import { FILE_IN_FOLDER } from './image.ts';

export function importSubreport(node: XmlNode, context: ImportContext): SubreportElement | null {
  const { base } = readBase(node, context);
  readAttribute(node, 'usingCache');
  readChild(node, 'connectionExpression');
  reportUnsupported(node, context);
  const parameters = readParameters(node, context);
  const written = readChild(node, 'expression');
  const text = written?.text.trim().replace(/;$/, '') ?? '';
  const name = literalText(FILE_IN_FOLDER.exec(text)?.[1] ?? text);
  if (name === null || name === '') {
    context.report(
      written ?? node,
      'error',
      'The subreport is chosen by an expression. Name a file of the report. The element was left out.',
    );
    return null;
  }
  const key = reportKey(name);
  if (!context.files.find(`${withoutExtension(name)}.jrxml`)) {
    context.report(
      written ?? node,
      'warning',
      `The subreport ${name} is not among the files. The report ${key} of the server is used.`,
    );
  }
  context.subreports.add(withoutExtension(name));
  return {
    ...base,
    kind: 'subreport',
    report: key,
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
  };
}

export function withoutExtension(name: string): string {
  return name.replace(/^repo:/, '').replace(/\.(?:jasper|jrxml)$/i, '');
}

function readParameters(node: XmlNode, context: ImportContext): Record<string, string> {
  return Object.fromEntries(
    readChildren(node, 'parameter').flatMap((parameter) => {
      const value = readExpressionOf(parameter, 'expression', context);
      return value === undefined ? [] : [[plainName(readAttribute(parameter, 'name') ?? ''), value]];
    }),
  );
}

function reportUnsupported(node: XmlNode, { report }: ImportContext): void {
  const source = readChild(node, 'dataSourceExpression');
  if (source)
    report(source, 'error', 'Rows that Java code makes are not supported; the subreport runs its own SQL.');
  const map = readChild(node, 'parametersMapExpression');
  if (map) report(map, 'error', 'Values that come as a map of Java are not supported. Pass them one by one.');
  for (const value of readChildren(node, 'returnValue')) {
    readAttribute(value, 'subreportVariable');
    readAttribute(value, 'toVariable');
    readAttribute(value, 'calculation');
    report(
      value,
      'error',
      'Values that a subreport gives back are not supported; the variable stays without them.',
    );
  }
}
