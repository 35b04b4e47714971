import type { ChartElement, ChartSeries, ChartType } from '../../template/types.ts';
import { inScope, type ImportContext } from '../context.ts';
import { useDataset } from '../datasets.ts';
import { withoutAbsent } from '../element-style.ts';
import { literalText, readExpressionOf } from '../expressions.ts';
import { readReset } from '../variables.ts';
import { markWhole, readAttribute, readChild, readChildren, readFlag, type XmlNode } from '../xml-node.ts';
import { readBase, readEvaluation } from './base.ts';

/** Charts of JasperReports with ours, and what gets lost. */
const CHARTS: Readonly<Record<string, readonly [ChartType, string?]>> = {
  pie: ['pie'],
  pie3D: ['pie', 'The chart is drawn flat.'],
  bar: ['bar'],
  bar3D: ['bar', 'The chart is drawn flat.'],
  stackedBar: ['stackedBar'],
  stackedBar3D: ['stackedBar', 'The chart is drawn flat.'],
  line: ['line'],
  area: ['area'],
  stackedArea: ['stackedArea'],
  timeSeries: ['timeSeries'],
  scatter: ['scatter'],
  xyLine: ['scatter', 'The points are not joined by lines.'],
  bubble: ['scatter', 'The points all have one size.'],
};

/** A chart over the rows of a dataset. */
export function importChart(node: XmlNode, context: ImportContext): ChartElement | null {
  const type = readAttribute(node, 'chartType') ?? '';
  const known = Object.hasOwn(CHARTS, type) ? CHARTS[type] : undefined;
  const data = readChild(node, 'dataset');
  if (!known || !data) {
    context.report(
      node,
      'error',
      `Charts of the type ${type || '(none)'} are not supported. The element was left out.`,
    );
    markWhole(node);
    return null;
  }
  const [chart, lost] = known;
  if (lost !== undefined) context.report(node, 'info', lost);
  const { base } = readBase(node, context);
  const dataset = useDataset(readChild(data, 'datasetRun'), context);
  const [first, ...others] = readSeries(data, chart, dataset ? inScope(context, dataset.scope) : context);
  if (!first) {
    context.report(data, 'error', 'The chart has no values. The element was left out.');
    markWhole(node);
    return null;
  }
  return withoutAbsent<ChartElement>({
    ...base,
    kind: 'chart',
    chart,
    title: readLabel(node, ['titleExpression'], context),
    dataset: dataset?.name,
    ...first,
    moreSeries: others.length > 0 ? others : undefined,
    ...readPlot(node, context),
    legend: readFlag(node, 'showLegend'),
    evaluate: readEvaluation(node, context),
    reset: readReset(data, 'reset', context),
  } as ChartElement);
}

function readSeries(data: XmlNode, chart: ChartType, context: ImportContext): ChartSeries[] {
  readAttribute(data, 'kind');
  const when = readExpressionOf(data, 'incrementWhenExpression', context);
  const nodes = readChildren(data, 'series');
  // A pie of one series may have its expressions in the dataset itself.
  const all = (nodes.length > 0 ? nodes : [data]).flatMap(
    (node) => readOneSeries(node, chart, context) ?? [],
  );
  return when === undefined
    ? all
    : all.map((series) => ({ ...series, value: `(${when}) ? (${series.value}) : null` }));
}

function readOneSeries(node: XmlNode, chart: ChartType, context: ImportContext): ChartSeries | null {
  const read = (...names: string[]): string | undefined =>
    names.map((name) => readExpressionOf(node, name, context)).find((text) => text !== undefined);
  const value = read('valueExpression', 'yvalueExpression');
  if (value === undefined) return null;
  const x = read('xvalueExpression', 'timePeriodExpression');
  readAttribute(node, 'timePeriod');
  return withoutAbsent<ChartSeries>({
    series: read('seriesExpression'),
    category: read('categoryExpression', 'keyExpression') ?? (chart === 'timeSeries' ? x : undefined),
    value,
    xValue: x,
  } as ChartSeries);
}

function readPlot(
  node: XmlNode,
  context: ImportContext,
): Pick<ChartElement, 'horizontal' | 'xTitle' | 'yTitle'> {
  const plot = readChild(node, 'plot');
  if (!plot) return {};
  return {
    ...(readAttribute(plot, 'orientation') === 'Horizontal' ? { horizontal: true } : {}),
    ...withoutAbsent({
      xTitle: readLabel(
        plot,
        ['categoryAxisLabelExpression', 'timeAxisLabelExpression', 'xaxisLabelExpression'],
        context,
      ),
      yTitle: readLabel(plot, ['valueAxisLabelExpression', 'yaxisLabelExpression'], context),
    }),
  };
}

/** A label that is a fixed text; others are findings. */
function readLabel(owner: XmlNode, names: string[], context: ImportContext): string | undefined {
  for (const name of names) {
    const text = readExpressionOf(owner, name, context);
    if (text === undefined) continue;
    const literal = literalText(text);
    if (literal === null) {
      context.report(owner, 'warning', `The ${name} of the chart is not a fixed text; it was left out.`);
    }
    return literal ?? undefined;
  }
  return undefined;
}
