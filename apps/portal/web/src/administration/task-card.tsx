import type { Icon } from '@tabler/icons-react';
import { formatNumber, ServiceLink, t } from '@cairn/ui';
import classes from './administration.module.css';

interface Props {
  /** Section of the messages with the page's title and lead. */
  name: string;
  href: string;
  icon: Icon;
  count?: number;
}

/** Link to an administration page. */
export function TaskCard({ name, href, icon: Symbol, count }: Props) {
  return (
    <li>
      <ServiceLink className={classes.task} href={href}>
        <span className={classes.icon} aria-hidden>
          <Symbol size={18} stroke={1.7} />
        </span>
        <span className={classes.words}>
          <span className={classes.title}>
            {t(`${name}.title`)}
            {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
          </span>
          <span className={classes.text}>{t(`${name}.lead`)}</span>
        </span>
      </ServiceLink>
    </li>
  );
}
