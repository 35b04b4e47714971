import type { Icon } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '@cairn/ui';
import { isSamePlace, placeOf, searchFor, type Place } from '../datasets/place.ts';
import styles from './folders.module.css';

interface RailEntryProps {
  place: Place;
  label: string;
  icon: Icon;
  /** Datasets there; left out where it is not known. */
  count?: number | undefined;
  onGo: () => void;
}

/** One place that the rail leads to. */
export function RailEntry({ place, label, icon: Symbol, count, onGo }: RailEntryProps) {
  const [params] = useSearchParams();
  return (
    <li>
      <Link
        to={{ search: searchFor(place, params) }}
        className={styles.entry}
        aria-current={isSamePlace(placeOf(params), place) ? 'page' : undefined}
        onClick={onGo}
      >
        <Symbol size={16} stroke={1.7} aria-hidden />
        <span className={styles.label}>{label}</span>
        {count === undefined ? null : <span className={styles.count}>{formatNumber(count)}</span>}
      </Link>
    </li>
  );
}
