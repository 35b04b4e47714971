import { Button, Group } from '@mantine/core';
import { Page, ServiceLink, t } from '@cairn/ui';
import { datasetsCrumb } from '../addresses.ts';

/** Replaces the page of a dataset that is not there any more. A reload finds one that was renamed. */
export function DatasetGone({ name }: { name: string }) {
  const { href } = datasetsCrumb();
  return (
    <Page title={t('dataset.gone.title', { name })} lead={t('dataset.gone.text')} crumbs={[datasetsCrumb()]}>
      <Group gap="sm">
        <Button component={ServiceLink} href={href}>
          {t('dataset.gone.toList')}
        </Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          {t('dataset.gone.reload')}
        </Button>
      </Group>
    </Page>
  );
}
