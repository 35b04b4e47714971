import { IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { basePath } from '../boot/base-path.ts';
import { tui } from '../i18n.ts';
import { currentDestination, type Destination } from './destinations.ts';
import classes from './rail.module.css';
import { ServiceLink } from './service-link.tsx';
import { useVisibleDestinations } from './use-targets.ts';

interface Props {
  /** Set in the drawer, where collapsing makes no sense. */
  fixed?: boolean;
  onNavigate?: () => void;
}

/** The way between services: each entry shows only to those who may use it. */
export function Rail({ fixed = false, onNavigate }: Props) {
  const shown = useVisibleDestinations();
  const pathname = basePath() + useLocation().pathname;
  const current = currentDestination(shown, pathname);
  return (
    <nav className={classes.rail} aria-label={tui('nav.label')}>
      <ul className={classes.list}>
        {shown.map((destination) => (
          <li key={destination.href}>
            {destination.needs === 'platform-admin' && <div className={classes.divider} />}
            <RailItem destination={destination} current={destination === current} onClick={onNavigate} />
          </li>
        ))}
      </ul>
      {!fixed && <CollapseButton />}
    </nav>
  );
}

interface ItemProps {
  destination: Destination;
  current: boolean;
  onClick?: () => void;
}

function RailItem({ destination, current, onClick }: ItemProps) {
  const Icon = destination.icon;
  const label = destination.title;
  return (
    <ServiceLink
      href={destination.href}
      className={classes.item}
      aria-current={current ? 'page' : undefined}
      title={label}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={classes.wideOnly}>{label}</span>
    </ServiceLink>
  );
}

function CollapseButton() {
  const root = document.documentElement;
  const [narrow, setNarrow] = useState(root.dataset.rail === 'narrow');
  const label = narrow ? tui('nav.wide') : tui('nav.narrow');
  function toggle() {
    const next = narrow ? 'wide' : 'narrow';
    root.dataset.rail = next;
    setNarrow(!narrow);
    try {
      localStorage.setItem('cairn-rail', next);
    } catch {
      // storage is blocked: the choice lasts for this page
    }
  }
  return (
    <button type="button" className={`${classes.item} ${classes.collapse}`} onClick={toggle} title={label}>
      <IconLayoutSidebarLeftCollapse size={18} stroke={1.7} aria-hidden />
      <span className={classes.wideOnly}>{label}</span>
    </button>
  );
}
