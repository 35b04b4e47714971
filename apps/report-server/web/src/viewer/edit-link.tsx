import { t } from '@cairn/ui';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { builderRoute } from '../library/addresses.ts';
import { useReports } from '../library/use-reports.ts';

/** The way to the builder, for those who may edit the report. */
export function EditLink({ report }: { report: string }) {
  const found = useReports(false).data?.find(({ key }) => key === report);
  if (!found || found.permission === 'view' || found.engine !== 'native') return null;
  return (
    <Button
      component={Link}
      to={builderRoute(report)}
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
    >
      {t('library.edit')}
    </Button>
  );
}
