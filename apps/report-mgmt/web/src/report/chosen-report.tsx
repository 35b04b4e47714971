import { Button } from '@mantine/core';
import { IconReportOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState, Page, t } from '@cairn/ui';
import { CATALOG_ROUTE } from '../addresses.ts';

/** A page of the report that the address names; without one it leads to the list. */
export function ChosenReport({ children }: { children: (key: string) => ReactNode }) {
  const [address] = useSearchParams();
  const key = (address.get('report') ?? '').trim().toLowerCase();
  if (key !== '') return children(key);
  return (
    <Page title={t('report.none')}>
      <EmptyState
        boxed
        icon={<IconReportOff size={22} stroke={1.6} />}
        title={t('report.none')}
        text={t('report.noneText')}
        action={
          <Button component={Link} to={CATALOG_ROUTE}>
            {t('report.toReports')}
          </Button>
        }
      />
    </Page>
  );
}
