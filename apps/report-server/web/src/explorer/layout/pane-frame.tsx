import { useId, type ReactNode } from 'react';
import styles from './layout.module.css';

interface PaneFrameProps {
  title: string;
  /** `h1` where it is all that a page shows. */
  heading?: 'h1' | 'h2' | undefined;
  /** Buttons at the right of the title. */
  tools?: ReactNode;
  /** Newer data are on their way. */
  busy?: boolean;
  children: ReactNode;
}

/** The frame of one view of the data: title, tools, content. */
export function PaneFrame({ title, heading: Heading = 'h2', tools, busy = false, children }: PaneFrameProps) {
  const id = useId();
  return (
    <section className={styles.pane} aria-labelledby={id} aria-busy={busy}>
      <header className={styles.paneHead}>
        <Heading id={id} title={title}>
          {title}
        </Heading>
        {tools ? <div className={styles.paneTools}>{tools}</div> : null}
      </header>
      <div className={styles.paneBody}>{children}</div>
    </section>
  );
}
