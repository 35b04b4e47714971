import type { ElementBase, ElementStyle, EvaluationTime } from '../../template/types.ts';
import type { ImportContext } from '../context.ts';
import { toElementStyle, toPen, withoutAbsent } from '../element-style.ts';
import { readExpressionOf } from '../expressions.ts';
import { readRawStyle, type RawStyle } from '../raw-style.ts';
import { backgroundOf } from '../styles.ts';
import { readAttribute, readFlag, readNumber, type XmlNode } from '../xml-node.ts';

const POSITIONS: Readonly<Record<string, ElementBase['position']>> = {
  Float: 'float',
  FixRelativeToTop: 'top',
  FixRelativeToBottom: 'bottom',
};
const SHAPES = ['line', 'rectangle', 'ellipse'];

export interface ReadBase {
  base: ElementBase;
  /** Own properties with those of the named or the default style. */
  effective: RawStyle;
}

/** What all elements have: place, style, condition. */
export function readBase(node: XmlNode, context: ImportContext): ReadBase {
  const kind = readAttribute(node, 'kind') ?? '';
  readAttribute(node, 'key');
  const { style, own, effective } = readStyle(node, kind, context);
  const position = POSITIONS[readAttribute(node, 'positionType') ?? ''];
  const id = context.nextId();
  context.nodes.set(id, node);
  const base: ElementBase = withoutAbsent<ElementBase>({
    id,
    x: readNumber(node, 'x') ?? 0,
    y: readNumber(node, 'y') ?? 0,
    width: readNumber(node, 'width') ?? 0,
    height: readNumber(node, 'height') ?? 0,
    style,
    own: Object.keys(own).length > 0 ? own : undefined,
    printWhen: readExpressionOf(node, 'printWhenExpression', context),
    position: position === 'top' ? undefined : position,
    stretch: readStretch(node),
    printRepeated: readFlag(node, 'printRepeatedValues') === false ? false : undefined,
    removeWhenBlank: readFlag(node, 'removeLineWhenBlank') ? true : undefined,
  } as ElementBase);
  return { base, effective };
}

/** The named style of an element or table cell, and its own properties. */
export function readStyle(
  node: XmlNode,
  kind: string,
  context: ImportContext,
): { style?: string; own: ElementStyle; effective: RawStyle } {
  const named = readAttribute(node, 'style');
  const style = named !== undefined && context.styles.has(named) ? named : undefined;
  if (named !== undefined && style === undefined) {
    context.report(node, 'warning', `The style ${named} does not exist.`);
  }
  const inherited = context.styles.effective(style);
  const raw = readRawStyle(node);
  const effective = { ...inherited, ...raw };
  const isShape = SHAPES.includes(kind);
  const own = {
    ...toElementStyle(raw, effective),
    ...backgroundOf(effective, inherited, isShape && kind !== 'line'),
    ...(isShape ? shapePen(raw, effective) : {}),
  };
  return { ...(style === undefined ? {} : { style }), own, effective };
}

export function readEvaluation(node: XmlNode, context: ImportContext): EvaluationTime | undefined {
  const time = readAttribute(node, 'evaluationTime') ?? 'Now';
  const group = readAttribute(node, 'evaluationGroup');
  switch (time) {
    case 'Now':
      return undefined;
    case 'Page':
      return 'page';
    case 'Column':
      return 'column';
    case 'Report':
      return 'report';
    case 'Group':
      if (group !== undefined) return { group };
      break;
    case 'Auto':
      context.report(
        node,
        'warning',
        'The evaluation time Auto became Report: all values of the expression are those of the end.',
      );
      return 'report';
  }
  context.report(node, 'warning', `The evaluation time ${time} became Now.`);
  return undefined;
}

/** The line that a shape has of its own, or by default, where its style has none. */
function shapePen(raw: RawStyle, effective: RawStyle): Pick<ElementStyle, 'pen'> {
  const isOwn = raw.forecolor !== undefined || Object.keys(raw).some((key) => key.startsWith('pen.'));
  const isStyled = Object.keys(effective).some((key) => key.startsWith('pen.'));
  return isOwn || !isStyled ? { pen: toPen(effective, 'pen', 1) } : {};
}

/** All ways to grow are growing with the band here, or with the frame for what is in one. */
function readStretch(node: XmlNode): ElementBase['stretch'] {
  const type = readAttribute(node, 'stretchType');
  return type === 'ContainerHeight' || type === 'ElementGroupHeight' ? 'band' : undefined;
}
