import { ActionIcon, Indicator } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { tui } from '../i18n.ts';
import classes from './dropdown.module.css';
import { isRunning } from './jobs-store.ts';
import { useDropdown } from './use-dropdown.ts';
import { useTray } from './use-tray.ts';

const load = () => import('./jobs-list.tsx');
const JobsList = lazy(async () => ({ default: (await load()).JobsList }));

/** The user's jobs of all services, running and ended. */
export function JobsTray() {
  const { unread, markRead, ...tray } = useTray();
  const { button, dropdown } = useDropdown({ load, onChange: markRead });
  const running = tray.jobs.filter(isRunning).length;
  const label =
    running > 0
      ? tui('jobs.running', { count: running })
      : tui(unread === 'none' ? 'jobs.label' : `jobs.unread.${unread}`);
  useHotkeys([['Escape', () => dropdown?.opened && dropdown.onClose()]]);
  return (
    <span className={classes.frame}>
      <Indicator
        {...(running > 0 ? { label: running } : {})}
        disabled={running === 0 && unread === 'none'}
        size={running > 0 ? 16 : 9}
        offset={running > 0 ? 6 : 8}
        color={running === 0 && unread === 'failed' ? 'red' : 'pine'}
      >
        <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} title={label} {...button}>
          <IconBell size={18} stroke={1.7} />
        </ActionIcon>
      </Indicator>
      <Suspense>{dropdown && <JobsList {...tray} {...dropdown} />}</Suspense>
    </span>
  );
}
