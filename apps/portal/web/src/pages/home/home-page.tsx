import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { ErrorState, Page, portalPath, ServiceLink, t, useMe, useVisibleDestinations } from '@cairn/ui';
import { useVisibleCards } from '../../queries.ts';
import { CardSections } from './card-sections.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { greetingKey } from './greeting.ts';
import classes from './home.module.css';
import { NoCards } from './no-cards.tsx';
import { RecentDatasets } from './recent-datasets.tsx';
import { Welcome } from './welcome.tsx';

/** The house's front room: what the administrators put on the wall, and what is new. */
export function HomePage() {
  const { data: me, isPending } = useMe();
  const cards = useVisibleCards();
  const hasVault = useVisibleDestinations().some(({ service }) => service === 'vault');
  const name = me?.user?.username;
  const greeting = t(greetingKey(new Date().getHours()));
  const title = name
    ? t('home.greeting', { greeting, name })
    : isPending
      ? greeting
      : t('home.welcome.title');
  return (
    <Page title={title} lead={t('home.lead')} action={name && hasVault && <UploadButton />}>
      {me && !me.authenticated && <Welcome />}
      <div className={classes.columns}>
        <div className={classes.main}>
          {cards.isPending && <CardSkeletons />}
          {cards.error && <ErrorState error={cards.error} retry={() => void cards.refetch()} />}
          {cards.data && cards.data.items.length > 0 && <CardSections cards={cards.data.items} />}
          {cards.data && cards.data.items.length === 0 && <NoCards admin={me?.admin === true} />}
        </div>
        <aside className={classes.side} aria-label={t('home.recent.title')}>
          <RecentDatasets />
        </aside>
      </div>
    </Page>
  );
}

function UploadButton() {
  return (
    <Button
      component={ServiceLink}
      href={`${portalPath()}/vault/upload`}
      leftSection={<IconUpload size={16} />}
    >
      {t('home.upload')}
    </Button>
  );
}
