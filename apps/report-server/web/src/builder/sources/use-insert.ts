import { useBuilder } from '../builder-context.tsx';
import { findBand } from '../model/bands.ts';
import { insertElements } from '../model/elements.ts';
import { newElement, type ElementKind } from '../model/new-element.ts';
import { bandOfSelection } from '../model/selection.ts';

/** What is dragged from the list of fields to a band. */
export const EXPRESSION_TYPE = 'application/x-cairn-expression';

interface Wish {
  kind: ElementKind;
  expression?: string;
  text?: string;
  at?: { x: number; y: number };
}

/** Puts a new element into a band, by default the chosen one, and chooses it. */
export function useInsert() {
  const { template, selection, edit } = useBuilder();
  return (wish: Wish, path = bandOfSelection(template, selection)): void => {
    const band = findBand(template, path);
    if (!band) return;
    const element = newElement(template, band, wish);
    edit((now) => insertElements(now, path, [element]), { select: { kind: 'elements', ids: [element.id] } });
  };
}
