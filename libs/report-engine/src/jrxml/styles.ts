import type { ElementStyle, Style } from '../template/types.ts';
import type { ImportContext } from './context.ts';
import { drawnBackground, toElementStyle, withoutAbsent } from './element-style.ts';
import { isTemplateOfStyles, readStyleSheet } from './style-sheet.ts';
import { readExpression } from './expressions.ts';
import { readRawStyle, type RawStyle } from './raw-style.ts';
import { readAttribute, readChild, readChildren, readFlag, type XmlNode } from './xml-node.ts';

const TRANSPARENT = '#FFFFFF00';

/** Styles of the report and of its style sheets (`.jrtx`), parents before their children. */
export function importStyles(root: XmlNode, context: ImportContext): Style[] {
  const sheets = readChildren(root, 'template').filter((node) => isTemplateOfStyles(node, context));
  const nodes = [...sheets.flatMap((node) => readStyleSheet(node, context)), ...readChildren(root, 'style')];
  for (const node of nodes) addToBook(node, context);
  return nodes.flatMap((node) => importStyle(node, context) ?? []);
}

function addToBook(node: XmlNode, { styles, report }: ImportContext): void {
  const name = readAttribute(node, 'name');
  if (name === undefined || styles.has(name)) {
    report(
      node,
      'warning',
      name === undefined ? 'A style without a name was left out.' : `The style ${name} is there twice.`,
    );
    return;
  }
  const parent = readAttribute(node, 'style') ?? readAttribute(node, 'parentStyle');
  styles.add(name, {
    raw: readRawStyle(node),
    ...(parent === undefined ? {} : { parent }),
    isDefault: readFlag(node, 'default') ?? false,
    isConditional: node.children.some((child) => child.name === 'conditionalStyle'),
  });
}

function importStyle(node: XmlNode, context: ImportContext): Style | null {
  const name = node.attributes.get('name')?.value;
  if (name === undefined) return null;
  context.nodes.set(`styles:${name}`, node);
  const parent = node.attributes.get('style')?.value ?? node.attributes.get('parentStyle')?.value;
  const known = parent !== undefined && context.styles.has(parent);
  if (parent !== undefined && !known)
    context.report(node, 'warning', `The parent style ${parent} does not exist.`);
  const effective = context.styles.effective(name);
  const conditions = readChildren(node, 'conditionalStyle').flatMap(
    (each) => importCondition(each, effective, context) ?? [],
  );
  return withoutAbsent<Style>({
    name,
    parent: known ? parent : undefined,
    isDefault: context.styles.defaultName() === name ? true : undefined,
    ...toElementStyle(readRawStyle(node), effective),
    ...backgroundOf(effective, known ? context.styles.effective(parent) : {}),
    conditions: conditions.length > 0 ? conditions : undefined,
  } as Style);
}

function importCondition(
  node: XmlNode,
  style: RawStyle,
  context: ImportContext,
): { expression: string; style: ElementStyle } | null {
  const raw = readRawStyle(node);
  const expression = readExpression(readChild(node, 'conditionExpression'), context);
  if (expression === undefined) {
    context.report(node, 'warning', 'A conditional style without a condition was left out.');
    return null;
  }
  // Elements may be opaque by themselves, so a colour counts unless the style is transparent in so many words.
  const isOpaque = raw.backcolor !== undefined && (raw.mode ?? style.mode) !== 'Transparent';
  const effective = { ...style, ...raw, ...(isOpaque ? { mode: 'Opaque' } : {}) };
  const changesBackground = raw.backcolor !== undefined || raw.mode !== undefined;
  return {
    expression,
    style: {
      ...toElementStyle(raw, effective),
      ...(changesBackground ? backgroundOf(effective, style) : {}),
    },
  };
}

/** The background where it differs from the inherited one; a transparent one takes an inherited one away. */
export function backgroundOf(
  effective: RawStyle,
  inherited: RawStyle,
  isOpaqueByDefault = false,
): Pick<ElementStyle, 'background'> {
  const before = drawnBackground(inherited, false);
  const drawn = drawnBackground(effective, isOpaqueByDefault);
  return drawn === before ? {} : { background: drawn ?? TRANSPARENT };
}
