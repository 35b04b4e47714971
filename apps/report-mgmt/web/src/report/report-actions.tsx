import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconShare } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ShareDialog, t, tui, useUrlState } from '@cairn/ui';
import { editRoute, hrefOf, runnerRoute, viewRoute } from '../addresses.ts';
import type { ReportSummary } from '../client.ts';
import { definitionsKey } from '../query-keys.ts';
import { ReportMenu } from './report-menu.tsx';

/** What the person may do with the report: running first, the rest beside it. */
export function ReportActions({ report }: { report: ReportSummary }) {
  const { key, title, permission, problems } = report;
  const [panel, setPanel] = useUrlState('panel');
  const queries = useQueryClient();
  const isBroken = problems.length > 0;
  return (
    <>
      {permission === 'admin' ? (
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden />}
          onClick={() => setPanel('share')}
        >
          {tui('sharing.action')}
        </Button>
      ) : null}
      {permission === 'view' ? null : (
        <Button
          component={Link}
          to={editRoute(key)}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('report.edit')}
        </Button>
      )}
      {isBroken ? null : (
        <Button component={Link} to={runnerRoute(key)} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
          {t('report.run')}
        </Button>
      )}
      <ReportMenu report={report} isOnPage />
      {permission === 'admin' ? (
        <ShareDialog
          resource={{ type: 'report', key }}
          name={title}
          href={hrefOf(viewRoute(key))}
          opened={panel === 'share'}
          onClose={() => setPanel('')}
          onSaved={() => void queries.invalidateQueries({ queryKey: definitionsKey })}
        />
      ) : null}
    </>
  );
}
