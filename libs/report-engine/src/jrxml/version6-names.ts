/** Names of version 6 and those of version 7 for the same thing. */
export const CHILD_NAMES: Readonly<Record<string, string>> = {
  queryString: 'query',
  groupExpression: 'expression',
  variableExpression: 'expression',
  textFieldExpression: 'expression',
  imageExpression: 'expression',
  subreportExpression: 'expression',
  subreportParameter: 'parameter',
  subreportParameterExpression: 'expression',
  datasetParameter: 'parameter',
  datasetParameterExpression: 'expression',
  subDataset: 'dataset',
  parameterDescription: 'description',
  fieldDescription: 'description',
  listContents: 'contents',
  categorySeries: 'series',
  pieSeries: 'series',
  timeSeries: 'series',
  xySeries: 'series',
  xValueExpression: 'xvalueExpression',
  yValueExpression: 'yvalueExpression',
  xAxisLabelExpression: 'xaxisLabelExpression',
  yAxisLabelExpression: 'yaxisLabelExpression',
};

/** Elements of bands; charts are recognised by their names. */
export const ELEMENT_KINDS: Readonly<Record<string, string>> = {
  staticText: 'staticText',
  textField: 'textField',
  line: 'line',
  rectangle: 'rectangle',
  ellipse: 'ellipse',
  image: 'image',
  frame: 'frame',
  break: 'break',
  subreport: 'subreport',
  componentElement: 'component',
  genericElement: 'generic',
  crosstab: 'crosstab',
};

export const CHART_NAME = /^(\w+)Chart$/;
export const CHART_DATASET = /^(category|pie|timeSeries|timePeriod|xy|xyz|highLow|gantt|value)Dataset$/;
export const CHART_PLOT = /Plot$/;

/** Sections of one band, which are the band themselves in version 7. */
export const SECTIONS: readonly string[] = [
  'background',
  'title',
  'pageHeader',
  'columnHeader',
  'columnFooter',
  'pageFooter',
  'lastPageFooter',
  'summary',
  'noData',
];

const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = {
  textAlignment: 'hTextAlign',
  verticalAlignment: 'vTextAlign',
  hyperlinkType: 'linkType',
  hyperlinkTarget: 'linkTarget',
};

const ATTRIBUTE_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stretchType: { RelativeToBandHeight: 'ContainerHeight', RelativeToTallestObject: 'ElementGroupHeight' },
  hTextAlign: { Justify: 'Justified' },
  positionType: { '2': 'Float' },
};

/** An attribute in terms of version 7. */
export function toAttribute7(name: string, value: string, owner: string): [string, string] {
  if (name === 'isStretchWithOverflow') return ['textAdjust', value === 'true' ? 'StretchHeight' : 'CutText'];
  if (name === 'hAlign') return [owner === 'style' ? 'hTextAlign' : 'hImageAlign', value];
  if (name === 'vAlign') return [owner === 'style' ? 'vTextAlign' : 'vImageAlign', value];
  if (name === 'size' && owner === 'font') return ['fontSize', value];
  const plain = /^is[A-Z]/.test(name) ? name.charAt(2).toLowerCase() + name.slice(3) : name;
  const renamed = ATTRIBUTE_NAMES[plain] ?? plain;
  return [renamed, ATTRIBUTE_VALUES[renamed]?.[value] ?? value];
}
