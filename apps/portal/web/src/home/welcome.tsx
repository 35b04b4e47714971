import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { signInAddress, t } from '@cairn/ui';
import classes from './home.module.css';

/** Invites visitors to sign in. */
export function Welcome() {
  return (
    <section className={classes.welcome}>
      <div>
        <h2>{t('home.welcome.call')}</h2>
        <p>{t('home.welcome.text')}</p>
      </div>
      <Button component="a" href={signInAddress()} rightSection={<IconArrowRight size={16} />}>
        {t('home.welcome.action')}
      </Button>
    </section>
  );
}
