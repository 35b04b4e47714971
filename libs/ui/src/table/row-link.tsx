import type { ReactNode } from 'react';
import { ServiceLink } from '../shell/service-link.tsx';
import classes from './data-table.module.css';

interface Props {
  href: string;
  children: ReactNode;
}

/** The name of a row, leading to its details. */
export function RowLink({ href, children }: Props) {
  return (
    <ServiceLink className={classes.open} href={href}>
      {children}
    </ServiceLink>
  );
}
