import { Alert, List, Stack, Text } from '@mantine/core';
import { t } from '@cairn/ui';
import type { ReportSummary } from '../client.ts';

/** Why a report does not run, and what was ignored in its definition. */
export function ProblemNote({ report: { problems, warnings } }: { report: ReportSummary }) {
  if (problems.length === 0 && warnings.length === 0) return null;
  return (
    <Stack gap="sm" mb="md">
      {problems.length > 0 ? (
        <Alert color="red" title={t('view.problems')}>
          <Sentences sentences={problems} />
          <Text size="sm" mt={6}>
            {t('view.problemsText')}
          </Text>
        </Alert>
      ) : null}
      {warnings.length > 0 ? (
        <Alert color="yellow" title={t('view.warnings')}>
          <Sentences sentences={warnings} />
        </Alert>
      ) : null}
    </Stack>
  );
}

function Sentences({ sentences }: { sentences: string[] }) {
  return (
    <List size="sm">
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}
