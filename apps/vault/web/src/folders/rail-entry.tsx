import type { Icon } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '@cairn/ui';
import { isSameLocation, locationOf, searchFor, type ListLocation } from '../datasets/list-location.ts';
import styles from './folders.module.css';

interface RailEntryProps {
  location: ListLocation;
  label: string;
  icon: Icon;
  /** Datasets there; left out where it is not known. */
  count?: number | undefined;
  onGo: () => void;
}

/** One location that the rail leads to. */
export function RailEntry({ location, label, icon: Symbol, count, onGo }: RailEntryProps) {
  const [params] = useSearchParams();
  return (
    <li>
      <Link
        to={{ search: searchFor(location, params) }}
        className={styles.entry}
        aria-current={isSameLocation(locationOf(params), location) ? 'page' : undefined}
        onClick={onGo}
      >
        <Symbol size={16} stroke={1.7} aria-hidden />
        <span className={styles.label}>{label}</span>
        {count === undefined ? null : <span className={styles.count}>{formatNumber(count)}</span>}
      </Link>
    </li>
  );
}
