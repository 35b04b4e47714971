import type { ReactNode } from 'react';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { DataLoaderContext, explorerLoader, type DataLoader } from '../../explorer/data-loader.ts';
import type { Clause, Tree } from '../../explorer/filter/filter.ts';
import { PaneFrame } from '../../explorer/layout/pane-frame.tsx';
import { ViewContent } from './view-content.tsx';
import styles from './widget.module.css';

export type InlineView = ReportServerSchemas['InlineView'];

/** A text, or a view; null for a saved view that was deleted. */
export type WidgetContent = { text: string } | { view: InlineView | null };

/** Where somebody is within a widget: sort, page, place on the map, picked row. Texts as in an address. */
export type WidgetState = Record<string, string>;

export interface WidgetProps {
  title: string;
  content: WidgetContent;
  /** Where the data come from; the explorer's own routes if left out. */
  loader?: DataLoader | undefined;
  /** Conditions on the rows beside those of the view. */
  filters?: Tree[] | undefined;
  /** Columns by which other widgets are filtered when a row or an area is picked; else its key. */
  linked?: string[] | undefined;
  /** The rows behind what was picked, or none when it is picked no longer. Without it nothing can be picked. */
  onPick?: ((clauses: Clause[]) => void) | undefined;
  state?: WidgetState | undefined;
  onStateChange?: ((state: WidgetState) => void) | undefined;
  /** Buttons at the right of the title. */
  tools?: ReactNode;
  /** Words above the content, such as which filters do not apply. */
  note?: ReactNode;
}

/** One part of a dashboard. What fails in it is told in it, and leaves the others alone. */
export function Widget({ title, content, loader = explorerLoader, tools, note, ...rest }: WidgetProps) {
  return (
    <PaneFrame title={title} tools={tools}>
      {note ? <p className={styles.note}>{note}</p> : null}
      {'text' in content ? (
        // It may scroll, so the keyboard must be able to reach it.
        <div className={styles.text} tabIndex={0} role="group" aria-label={title}>
          {content.text}
        </div>
      ) : (
        <DataLoaderContext value={loader}>
          <ViewContent view={content.view} {...rest} />
        </DataLoaderContext>
      )}
    </PaneFrame>
  );
}
