import type { Element } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { textOfExpression } from '../model/expression-text.ts';
import type { Lane } from '../model/bands.ts';

/** Name of a band for people: `Title`, `Group header: Country`. */
export function bandName(
  { kind, group, path }: Pick<Lane, 'kind' | 'group' | 'path'>,
  groups: { name: string }[],
): string {
  const index = /\[(\d+)\]$/.exec(path)?.[1];
  if (group !== undefined) return t(`builder.bands.${kind}`, { name: groups[group]?.name ?? '' });
  return index === undefined || index === '0'
    ? t(`builder.bands.${kind}`)
    : `${t(`builder.bands.${kind}`)} ${Number(index) + 1}`;
}

/** Name of an element for people: its kind and what it shows. */
export function elementName(element: Element): string {
  const kind = t(`builder.kinds.${element.kind}`);
  const text = shownText(element).trim();
  return text === '' ? kind : `${kind}: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

function shownText(element: Element): string {
  switch (element.kind) {
    case 'text':
      return element.text;
    case 'field':
      return textOfExpression(element.expression);
    case 'chart':
      return element.title ?? textOfExpression(element.value);
    case 'map':
      return textOfExpression(element.geometry);
    case 'subreport':
      return element.report;
    default:
      return '';
  }
}
