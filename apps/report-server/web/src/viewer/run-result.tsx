import { formatMilliseconds, formatNumber, t } from '@cairn/ui';
import { Alert, Stack, Text } from '@mantine/core';
import { RunDocument } from './run-document.tsx';
import type { Execution } from './types.ts';

/** The document of a run, with its figures and its warnings. */
export function RunResult({ execution, title }: { execution: Execution; title: string }) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {figuresOf(execution)}
      </Text>
      {execution.warnings.length > 0 && (
        <Alert color="yellow" title={t('viewer.warnings')}>
          {execution.warnings.map((warning) => (
            <Text key={warning} size="sm">
              {warning}
            </Text>
          ))}
        </Alert>
      )}
      <RunDocument key={execution.id} execution={execution} title={title} />
    </Stack>
  );
}

/** Rows, pages and time, as far as the run counted them: HTML has no pages. */
function figuresOf({ rows, pages, db_ms: database, render_ms: render }: Execution): string {
  return [
    ...(rows === null || rows === undefined
      ? []
      : [t('viewer.rows', { count: rows, rows: formatNumber(rows) })]),
    ...(pages ? [t('viewer.pages', { count: pages, pages: formatNumber(pages) })] : []),
    formatMilliseconds((database ?? 0) + (render ?? 0)),
  ].join(' · ');
}
