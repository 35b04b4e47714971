import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import {
  ErrorState,
  Page,
  portalPath,
  ServiceLink,
  t,
  useApi,
  useMe,
  useRights,
  useServices,
  useUploadDrop,
  useVisibleDestinations,
} from '@cairn/ui';
import { portal } from '../client.ts';
import { cardsKey } from '../query-keys.ts';
import { CardSections } from './card-sections.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import classes from './home.module.css';
import { NoCards } from './no-cards.tsx';
import { RecentDatasets } from './recent-datasets.tsx';
import { Welcome } from './welcome.tsx';

/** Cards that administrators chose, and recently updated datasets. */
export function HomePage() {
  const { data: me, isPending } = useMe();
  const cards = useApi([...cardsKey, 'visible'], (signal) => portal.GET('/api/portal/cards', { signal }));
  const hasVault = useVisibleDestinations().some(({ service }) => service === 'vault');
  const mayUpload = useRights('vault').edit;
  useHomeDrop({ hasVault, mayUpload });
  const name = me?.user?.username;
  const greeting = t(greetingKey(new Date().getHours()));
  const title = name
    ? t('home.greeting', { greeting, name })
    : isPending
      ? greeting
      : t('home.welcome.title');
  return (
    <Page title={title} lead={t('home.lead')} action={hasVault && mayUpload && <UploadButton />}>
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

function uploadHref(): string {
  return `${portalPath()}/vault/upload`;
}

/** Opens the upload page with files that are dropped anywhere on this page. */
function useHomeDrop({ hasVault, mayUpload }: { hasVault: boolean; mayUpload: boolean }): void {
  const { data: me } = useMe();
  const services = useServices();
  const refusal = mayUpload ? undefined : t(me?.authenticated ? 'home.drop.viewOnly' : 'home.drop.signIn');
  const isKnown = hasVault && services.isSuccess && me !== undefined;
  useUploadDrop(isKnown ? { title: t('home.drop.title'), refusal, href: uploadHref() } : null);
}

function UploadButton() {
  return (
    <Button component={ServiceLink} href={uploadHref()} leftSection={<IconUpload size={16} />}>
      {t('home.upload')}
    </Button>
  );
}

/** Key of the greeting for an hour of the day, 0 to 23. */
function greetingKey(hour: number): string {
  if (hour >= 5 && hour < 12) return 'home.morning';
  return hour >= 12 && hour < 18 ? 'home.afternoon' : 'home.evening';
}
