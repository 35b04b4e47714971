import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { tui } from '../i18n.ts';
import classes from './dropdown.module.css';
import { useDropdown } from './use-dropdown.ts';

const load = () => import('./theme-menu-items.tsx');
const Items = lazy(async () => ({ default: (await load()).ThemeMenuItems }));

/** Light, dark, or as the system says. */
export function ThemeMenu() {
  const computed = useComputedColorScheme('light');
  const { button, dropdown } = useDropdown({ load });
  const Current = computed === 'dark' ? IconMoon : IconSun;
  return (
    <span className={classes.frame}>
      <ActionIcon variant="subtle" color="gray" size={34} aria-label={tui('theme.label')} {...button}>
        <Current size={18} stroke={1.7} />
      </ActionIcon>
      <Suspense>{dropdown && <Items {...dropdown} />}</Suspense>
    </span>
  );
}
