import {
  IconChartBar,
  IconFileText,
  IconLink,
  IconMap2,
  IconSettings,
  IconStack2,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { contourPaths } from './contours.ts';
import classes from './thumbnail.module.css';

const icons: Record<string, Icon> = {
  dataset: IconStack2,
  map: IconMap2,
  dashboard: IconChartBar,
  report: IconFileText,
  external: IconLink,
  admin: IconSettings,
};

interface Props {
  /** dataset, map, dashboard, report, external or admin: decides colour and icon. */
  kind: string;
  /** Picture; generated contour lines are shown when there is none or it cannot be loaded. */
  src?: string | null;
  /** Text that decides the shape of that hill, usually the title. */
  seed: string;
  /** A square of 40 px, for lists. */
  small?: boolean;
}

/** The picture of a dataset, map or card. Decorative: the title is shown next to it. */
export function Thumbnail({ kind, src, seed, small = false }: Props) {
  const [broken, setBroken] = useState(false);
  const Symbol = icons[kind] ?? IconStack2;
  const className = [classes.frame, classes[kind] ?? '', small ? classes.small : ''].join(' ');
  if (src && !broken) {
    return (
      <span className={`${className} ${classes.picture}`}>
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      </span>
    );
  }
  return (
    <span className={className} aria-hidden>
      <svg className={classes.lines} viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice">
        {(small ? [] : contourPaths(seed)).map((path) => (
          <path key={path.slice(0, 24)} d={path} />
        ))}
      </svg>
      <span className={classes.icon}>
        <Symbol size={20} stroke={1.6} />
      </span>
    </span>
  );
}
