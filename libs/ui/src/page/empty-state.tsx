import { IconMountain } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './state.module.css';

interface Props {
  title: string;
  /** What belongs here. */
  text?: ReactNode;
  /** The first step. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Draws a dashed frame, for use between other content. */
  boxed?: boolean;
}

/** An empty place that says what belongs there and offers the first step. */
export function EmptyState({ title, text, action, icon, boxed = false }: Props) {
  return (
    <div className={boxed ? `${classes.state} ${classes.boxed}` : classes.state}>
      <span className={classes.icon} aria-hidden>
        {icon ?? <IconMountain size={22} stroke={1.6} />}
      </span>
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  );
}
