import { Avatar, Button, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { signInAddress, useMe } from '../api/use-me.ts';
import { tui } from '../i18n.ts';
import classes from './dropdown.module.css';
import { useDropdown } from './use-dropdown.ts';

const load = () => import('./account-menu-items.tsx');
const Items = lazy(async () => ({ default: (await load()).AccountMenuItems }));

/** Who is signed in, or the way to sign in. */
export function AccountMenu() {
  const { data: me, isPending } = useMe();
  const { button, dropdown } = useDropdown({ load });
  if (isPending) return <Skeleton circle height={28} />;
  if (!me?.user) {
    return (
      <Button component="a" href={signInAddress()} size="xs" ml={4}>
        {tui('account.signIn')}
      </Button>
    );
  }
  const { username } = me.user;
  const label = tui('account.menu', { name: username });
  return (
    <span className={classes.frame}>
      <UnstyledButton style={{ borderRadius: '50%', padding: 3 }} {...button}>
        <Avatar name={username} color="pine" variant="light" size={28} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
      </UnstyledButton>
      <Suspense>{dropdown && <Items me={me} label={label} {...dropdown} />}</Suspense>
    </span>
  );
}
