import type { ReactNode } from 'react';
import type { DataLoader } from '../../explorer/data-loader.ts';
import type { Clause, Tree } from '../../explorer/filter/filter.ts';
import type { InlineView } from '../types.ts';

/** A text, or a view; null for a saved view that was deleted. */
export type WidgetContent = { text: string } | { view: InlineView | null };

/** The position within a widget: sort, page, place on the map, picked row. Texts as in an address. */
export type WidgetState = Record<string, string>;

export interface WidgetProps {
  title: string;
  /** `h1` where it is all that a page shows. */
  heading?: 'h1' | 'h2' | undefined;
  content: WidgetContent;
  /** Where the data come from; the explorer's own routes if left out. */
  loader?: DataLoader | undefined;
  /** Conditions on the rows beside those of the view. */
  filters?: Tree[] | undefined;
  /** Columns by which other widgets are filtered when a row or an area is picked; else its key. */
  linked?: string[] | undefined;
  /**
   * The rows behind what was picked, or none when it is picked no longer, and the key of the row if it is one. Without it
   * nothing can be picked.
   */
  onPick?: ((clauses: Clause[], row?: string) => void) | undefined;
  state?: WidgetState | undefined;
  onStateChange?: ((state: WidgetState) => void) | undefined;
  /** Buttons at the right of the title. */
  tools?: ReactNode;
  /** More of them, for widgets that show a view: they find its rows by `useExplorer`. */
  actions?: ReactNode;
  /** Words above the content, such as which filters do not apply. */
  note?: ReactNode;
}
