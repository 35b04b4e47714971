import { useId, type ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  /** Content up to the edges, for lists and tables. */
  flush?: boolean;
  children: ReactNode;
}

/** A titled part of a page. */
export function Panel({ title, lead, action, flush = false, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header className={classes.head}>
        <div className={classes.words}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {action}
      </header>
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
