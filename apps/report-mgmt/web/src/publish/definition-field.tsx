import { Button, List, Skeleton } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Panel, t } from '@cairn/ui';

const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }));

interface Props {
  value: string;
  problems: string[];
  onChange: (value: string) => void;
  /** Makes it from the template; not offered without a template. */
  onGenerate?: (() => void) | undefined;
}

/** The definition as JSON, with what is wrong with it below. */
export function DefinitionField({ value, problems, onChange, onGenerate }: Props) {
  return (
    <Panel title={t('publish.definition')} lead={t('publish.definitionHint')}>
      <Suspense fallback={<Skeleton height={134} />}>
        <JsonEditor label={t('publish.definition')} value={value} onChange={onChange} />
      </Suspense>
      {problems.length > 0 ? (
        <List size="sm" c="var(--mantine-color-error)" mt={6} aria-label={t('json.problems')}>
          {problems.map((problem) => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      ) : null}
      {onGenerate ? (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={6}
          leftSection={<IconWand size={15} aria-hidden />}
          onClick={onGenerate}
        >
          {t('publish.generate')}
        </Button>
      ) : null}
    </Panel>
  );
}
