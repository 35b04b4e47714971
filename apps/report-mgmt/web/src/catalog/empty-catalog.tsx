import { Button } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState, signInAddress, t } from '@cairn/ui';

interface Props {
  isVisitor: boolean;
  /** The first step, for people who may publish. */
  action: ReactNode;
}

/** No reports yet: what belongs here, and the first step. */
export function EmptyCatalog({ isVisitor, action }: Props) {
  const signIn = (
    <Button component="a" href={signInAddress()} variant="default">
      {t('catalog.signIn')}
    </Button>
  );
  return (
    <EmptyState
      boxed
      icon={<IconReportAnalytics size={22} stroke={1.6} />}
      title={t('catalog.empty')}
      text={t(
        isVisitor ? 'catalog.emptyForVisitors' : action ? 'catalog.emptyText' : 'catalog.emptyForReaders',
      )}
      action={isVisitor ? signIn : action}
    />
  );
}
