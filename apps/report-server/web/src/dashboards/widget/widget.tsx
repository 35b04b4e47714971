import { useState } from 'react';
import { createPortal } from 'react-dom';
import { DataLoaderContext, explorerLoader } from '../../explorer/data-loader.ts';
import { PaneFrame } from '../../explorer/layout/pane-frame.tsx';
import type { WidgetProps } from './types.ts';
import { ViewContent } from './view-content.tsx';
import styles from './widget.module.css';

/** One part of a dashboard. An error is shown in its own widget and leaves the others alone. */
export function Widget({
  title,
  heading,
  content,
  loader = explorerLoader,
  tools,
  actions,
  note,
  ...rest
}: WidgetProps) {
  const [head, setHead] = useState<HTMLElement | null>(null);
  const shownTools =
    tools || actions ? (
      <>
        <span ref={setHead} className={styles.actions} />
        {tools}
      </>
    ) : null;
  return (
    <PaneFrame title={title} heading={heading} tools={shownTools}>
      {note ? <p className={styles.note}>{note}</p> : null}
      {'text' in content ? (
        // It may scroll, so the keyboard must be able to reach it.
        <div className={styles.text} tabIndex={0} role="group" aria-label={title}>
          {content.text}
        </div>
      ) : (
        <DataLoaderContext value={loader}>
          <ViewContent title={title} view={content.view} {...rest}>
            {head ? createPortal(actions, head) : null}
          </ViewContent>
        </DataLoaderContext>
      )}
    </PaneFrame>
  );
}
