import { Button } from '@mantine/core';
import { homeAddress } from '../api/own-sign-in.ts';
import { tui } from '../i18n.ts';
import { Page } from './page.tsx';

/** What an address without a page shows, within the navigation. */
export function NotFound() {
  return (
    <Page title={tui('state.notFoundTitle')} lead={tui('state.notFoundText')}>
      <Button component="a" variant="default" href={homeAddress()}>
        {tui('state.notFoundAction')}
      </Button>
    </Page>
  );
}
