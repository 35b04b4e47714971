import { useId, type ReactNode } from 'react';
import classes from './administration.module.css';

interface Props {
  title: string;
  children: ReactNode;
}

export function TaskGroup({ title, children }: Props) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={classes.grid}>{children}</ul>
    </section>
  );
}
