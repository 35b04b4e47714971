import { DataLoaderContext, explorerLoader } from '../../explorer/data-loader.ts';
import { PaneFrame } from '../../explorer/layout/pane-frame.tsx';
import type { WidgetProps } from './types.ts';
import { ViewContent } from './view-content.tsx';
import styles from './widget.module.css';

/** One part of a dashboard. An error is shown in its own widget and leaves the others alone. */
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
