import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarTime, IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatNumber, Panel, t, useMe } from '@cairn/ui';
import { newScheduleRoute, runnerRoute, viewRoute } from '../addresses.ts';
import type { PublishedReport } from '../client.ts';
import { FindingList } from '../report/finding-list.tsx';
import { readFinding } from '../report/read-finding.ts';

interface Props {
  published: PublishedReport & { title: string };
  onAnother: () => void;
}

/** A report that is published: what was found in its template, and the next steps. */
export function PublishResult({ published, onAnother }: Props) {
  const { title, report } = published;
  const findings = published.findings.map(readFinding);
  const isAdmin = useMe().data?.admin === true;
  const count = findings.length;
  return (
    <Panel title={t('publish.published', { title })}>
      <Stack gap="md">
        <Group gap={8} role="status">
          <IconCircleCheck size={18} aria-hidden color="var(--mantine-primary-color-filled)" />
          <Text>
            {count === 0
              ? t('publish.clean')
              : t('publish.publishedText', { count, number: formatNumber(count) })}
          </Text>
        </Group>
        {count > 0 ? <FindingList findings={findings} /> : null}
        <Group gap={8}>
          <Button
            component={Link}
            to={runnerRoute(report)}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            data-autofocus
          >
            {t('publish.runNow')}
          </Button>
          {isAdmin ? (
            <Button
              component={Link}
              to={newScheduleRoute(report)}
              variant="default"
              leftSection={<IconCalendarTime size={16} aria-hidden />}
            >
              {t('publish.schedule')}
            </Button>
          ) : null}
          <Button component={Link} to={viewRoute(report)} variant="default">
            {t('publish.show')}
          </Button>
          <Button variant="subtle" onClick={onAnother}>
            {t('publish.another')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
