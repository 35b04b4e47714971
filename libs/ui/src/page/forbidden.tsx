import { Button } from '@mantine/core';
import { homeAddress } from '../api/own-sign-in.ts';
import { useMe } from '../api/use-me.ts';
import { tui } from '../i18n.ts';
import { Page } from './page.tsx';

/** Shown within the navigation to users without access to the page. */
export function Forbidden() {
  const name = useMe().data?.user?.username;
  const lead = [
    ...(name === undefined ? [] : [tui('state.forbiddenAs', { name })]),
    tui('state.forbiddenText'),
  ].join(' ');
  return (
    <Page title={tui('state.forbiddenTitle')} lead={lead}>
      <Button component="a" variant="default" href={homeAddress()}>
        {tui('state.notFoundAction')}
      </Button>
    </Page>
  );
}
