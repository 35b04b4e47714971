import { Button } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { EmptyState, portalPath, ServiceLink, t } from '@cairn/ui';

interface Props {
  admin: boolean;
}

/** Shown while there are no cards on the home page. */
export function NoCards({ admin }: Props) {
  return (
    <EmptyState
      boxed
      icon={<IconLayoutGrid size={22} stroke={1.6} />}
      title={t('home.empty.title')}
      text={t(admin ? 'home.empty.adminText' : 'home.empty.text')}
      action={
        admin ? (
          <>
            <Button component={ServiceLink} href={`${portalPath()}/admin/portal?card=new`}>
              {t('home.empty.add')}
            </Button>
            <Button component={ServiceLink} variant="default" href={`${portalPath()}/admin/resource-sync`}>
              {t('home.empty.import')}
            </Button>
          </>
        ) : (
          <Button component={ServiceLink} variant="default" href={`${portalPath()}/catalog`}>
            {t('home.empty.catalog')}
          </Button>
        )
      }
    />
  );
}
