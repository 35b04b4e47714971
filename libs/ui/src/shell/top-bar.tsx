import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { homeAddress } from '../api/own-sign-in.ts';
import { tui } from '../i18n.ts';
import { AccountMenu } from './account-menu.tsx';
import classes from './frame.module.css';
import { JobsTray } from './jobs-tray.tsx';
import { Mark } from './mark.tsx';
import { openPalette, Palette } from './palette.tsx';
import { ServiceLink } from './service-link.tsx';
import { ThemeMenu } from './theme-menu.tsx';

interface Props {
  onOpenNavigation: () => void;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Mark, search, running jobs, theme, account. */
export function TopBar({ onOpenNavigation }: Props) {
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.narrowOnly}
        variant="subtle"
        color="gray"
        size={34}
        aria-label={tui('nav.open')}
        onClick={onOpenNavigation}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <ServiceLink className={classes.brand} href={homeAddress()} aria-label={tui('home')}>
        <Mark />
        {tui('brand')}
      </ServiceLink>
      <div className={classes.middle}>
        <button
          type="button"
          className={classes.search}
          onClick={openPalette}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <IconSearch size={16} aria-hidden />
          <span className={classes.searchLabel}>{tui('search.open')}</span>
          <kbd className={classes.keys} aria-hidden>
            {isMac ? '⌘ K' : 'Ctrl K'}
          </kbd>
        </button>
      </div>
      <div className={classes.tools}>
        <JobsTray />
        <ThemeMenu />
        <AccountMenu />
      </div>
      <Palette />
    </header>
  );
}
