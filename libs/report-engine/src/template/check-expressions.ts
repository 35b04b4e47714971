import { checkExpression, type ExpressionScope } from '../expression/check.ts';
import type { ExpressionType } from '../expression/function-types.ts';
import type { Findings } from './findings.ts';
import { printableWidth } from './page-size.ts';
import { parameterNames, scopeOfTemplate, valueTypeOfParameter } from './scope.ts';
import type { ChartSeries, Element, Template } from './types.ts';
import { walkBands, walkElements } from './walk.ts';

interface Place {
  path: string;
  element?: string;
}

type Check = (source: string | undefined, place: Place, expected?: ExpressionType) => void;

/** Checks every expression of the template in the scope of its rows. */
export function checkExpressions(template: Template, findings: Findings): void {
  const checkIn =
    (scope: ExpressionScope): Check =>
    (source, { path, element }, expected = 'unknown') => {
      if (source === undefined) return;
      for (const { message, start, end } of checkExpression(source, scope, expected).problems) {
        findings.error(path, message, { start, end, ...(element !== undefined && { element }) });
      }
    };
  const scope = scopeOfTemplate(template);
  const check = checkIn(scope);
  checkDefaults(template, checkIn);
  for (const [i, { expression }] of template.groups.entries())
    check(expression, { path: `$.groups[${i}].expression` });
  for (const [i, { expression, initial }] of template.variables.entries()) {
    check(expression, { path: `$.variables[${i}].expression` });
    check(initial, { path: `$.variables[${i}].initial` });
  }
  for (const [i, { conditions }] of template.styles.entries()) {
    for (const [j, { expression }] of (conditions ?? []).entries()) {
      // A style may serve elements over several datasets.
      checkIn({ ...scope, fields: template.datasets.length > 1 ? null : scope.fields })(
        expression,
        { path: `$.styles[${i}].conditions[${j}].expression` },
        'boolean',
      );
    }
  }
  for (const [i, { parameters }] of template.datasets.entries()) {
    for (const [name, expression] of Object.entries(parameters ?? {})) {
      check(expression, { path: `$.datasets[${i}].parameters.${name}` });
    }
  }
  for (const { band, path } of walkBands(template))
    check(band.printWhen, { path: `${path}.printWhen` }, 'boolean');
  for (const { element, path, dataset } of walkElements(template, printableWidth(template.page))) {
    const own =
      'dataset' in element ? template.datasets.find(({ name }) => name === element.dataset) : undefined;
    const inner = element.kind === 'list' || own === undefined ? dataset : own;
    checkElement(element, path, {
      check: checkIn(scopeOfTemplate(template, dataset)),
      checkRows: checkIn(scopeOfTemplate(template, inner)),
    });
  }
}

/** `checkRows` is for expressions over the rows of the element's own dataset. */
function checkElement(
  element: Element,
  path: string,
  { check, checkRows }: { check: Check; checkRows: Check },
): void {
  const at = (member: string): Place => ({ path: `${path}.${member}`, element: element.id });
  const checkSeries = ({ series, category, value, xValue }: ChartSeries, prefix: string): void => {
    checkRows(series, at(`${prefix}series`));
    checkRows(category, at(`${prefix}category`));
    checkRows(value, at(`${prefix}value`), 'number');
    checkRows(xValue, at(`${prefix}xValue`));
  };
  check(element.printWhen, at('printWhen'), 'boolean');
  switch (element.kind) {
    case 'field':
      check(element.expression, at('expression'));
      check(element.link, at('link'));
      break;
    case 'image':
      if ('expression' in element.source) check(element.source.expression, at('source.expression'));
      break;
    case 'table':
      for (const [i, { expression }] of element.columns.entries())
        checkRows(expression, at(`columns[${i}].expression`));
      break;
    case 'chart':
      checkSeries(element, '');
      for (const [i, series] of (element.moreSeries ?? []).entries())
        checkSeries(series, `moreSeries[${i}].`);
      break;
    case 'map':
      checkRows(element.geometry, at('geometry'));
      checkRows(element.label, at('label'));
      checkRows(element.colorBy, at('colorBy'));
      checkRows(element.sizeBy, at('sizeBy'), 'number');
      break;
    case 'subreport':
      for (const [name, expression] of Object.entries(element.parameters ?? {}))
        check(expression, at(`parameters.${name}`));
      break;
    default:
  }
}

/** Defaults see the parameters before them, and no rows. */
function checkDefaults(
  { parameters, resources }: Template,
  checkIn: (scope: ExpressionScope) => Check,
): void {
  for (const [i, { defaultExpression, type }] of parameters.entries()) {
    const scope = {
      fields: new Map<string, ExpressionType>(),
      parameters: parameterNames(parameters.slice(0, i)),
      variables: new Map<string, ExpressionType>(),
      resources: new Map(Object.keys(resources ?? {}).map((key) => [key, 'text' as const])),
    };
    const valueType = valueTypeOfParameter(type);
    const expected = ['integer', 'decimal'].includes(valueType)
      ? 'number'
      : valueType === 'date' || valueType === 'timestamp'
        ? 'moment'
        : 'unknown';
    checkIn(scope)(defaultExpression, { path: `$.parameters[${i}].defaultExpression` }, expected);
  }
}
