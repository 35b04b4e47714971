import { Anchor } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { tui } from '../i18n.ts';
import { ServiceLink } from '../shell/service-link.tsx';
import classes from './page.module.css';

interface Props {
  /** Shown as the heading and, with the name of the platform, as the document's title. */
  title: string;
  /** One line that says what this page is for. */
  lead?: ReactNode;
  /** The primary action, at the right. */
  action?: ReactNode;
  /** Beside the title: a badge, a state. */
  mark?: ReactNode;
  crumbs?: { label: string; href: string }[];
  /** Widest content: a number of pixels, or 'full' for maps and wide tables. */
  width?: number | 'full';
  /** The content takes what is left of the window and scrolls by itself, where the window is large enough. */
  fill?: boolean;
  children?: ReactNode;
}

/** The anatomy of every page: title, one line, primary action, content. */
export function Page({ title, lead, action, mark, crumbs, width = 1180, fill, children }: Props) {
  useDocumentTitle(title);
  return (
    <div
      className={classes.page}
      data-fill={fill || undefined}
      style={{ maxWidth: width === 'full' ? undefined : width }}
    >
      <header className={classes.head}>
        <div className={classes.words}>
          {crumbs && <Crumbs crumbs={crumbs} />}
          <h1 className={classes.title}>
            {title}
            {mark}
          </h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {action && <div className={classes.action}>{action}</div>}
      </header>
      {children}
    </div>
  );
}

function Crumbs({ crumbs }: { crumbs: { label: string; href: string }[] }) {
  return (
    <nav aria-label={tui('nav.crumbs')}>
      <ol className={classes.crumbs}>
        {crumbs.map((crumb) => (
          <li key={crumb.href}>
            <Anchor component={ServiceLink} href={crumb.href} inherit>
              {crumb.label}
            </Anchor>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Sets the document's title for as long as the component is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${tui('brand')}`;
  }, [title]);
}
