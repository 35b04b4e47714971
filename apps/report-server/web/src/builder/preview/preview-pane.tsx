import { Button, Loader, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Parameter, Template } from '@cairn/report-engine/browser';
import { EmptyState, ErrorState, LoadingRows, t } from '@cairn/ui';
import { FindingList } from '../../library/finding-list.tsx';
import { TemplateRefused } from '../../library/template-request.ts';
import type { TemplateFinding } from '../../library/types.ts';
import { usePreview } from './use-preview.ts';
import styles from './preview.module.css';

const PdfDocument = lazy(() =>
  import('../../viewer/pdf-document.tsx').then((module) => ({ default: module.PdfDocument })),
);

interface Props {
  template: Template;
  datasource: string | null;
  onOpen?: (finding: TemplateFinding) => void;
}

/** The report as it is printed, page by page, drawn again after each change. */
export function PreviewPane({ template, datasource, onOpen }: Props) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const asked = template.parameters.filter(({ hidden }) => !hidden);
  const missing = asked.filter((parameter) => isMissing(parameter, texts));
  const parameters = Object.fromEntries(
    asked.flatMap(({ name, type }) => {
      const text = texts[name] ?? '';
      return text === '' ? [] : [[name, type.startsWith('list') ? text.split(/\s*,\s*/) : text]];
    }),
  );
  const preview = usePreview({ template, datasource, parameters }, missing.length === 0);
  return (
    <section className={styles.pane} aria-label={t('preview.title')}>
      <header className={styles.head}>
        <h2>{t('preview.title')}</h2>
        <span className={styles.note} role="status">
          {preview.isFetching ? (
            <>
              <Loader size={12} aria-hidden /> {t('preview.drawing')}
            </>
          ) : (
            t('preview.note')
          )}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconRefresh size={13} aria-hidden />}
          onClick={() => void preview.refetch()}
        >
          {t('preview.again')}
        </Button>
      </header>
      {asked.length > 0 ? (
        <details className={styles.parameters} open={missing.length > 0 || undefined}>
          <summary>{t('preview.parameters')}</summary>
          <div className={styles.values}>
            {asked.map(({ name, label, type }) => (
              <TextInput
                key={name}
                size="xs"
                label={label ?? name}
                placeholder={t(`preview.placeholders.${placeholderOf(type)}`)}
                value={texts[name] ?? ''}
                onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
              />
            ))}
          </div>
        </details>
      ) : null}
      <div className={styles.content}>
        <Content
          preview={preview}
          title={template.title}
          missing={missing.map(({ name, label }) => label ?? name)}
          onOpen={onOpen}
        />
      </div>
    </section>
  );
}

interface ContentProps {
  preview: ReturnType<typeof usePreview>;
  title: string;
  missing: string[];
  onOpen: Props['onOpen'];
}

function Content({ preview, title, missing, onOpen }: ContentProps) {
  const { data, error, isPending, refetch } = preview;
  if (missing.length > 0)
    return (
      <EmptyState title={t('preview.needs')} text={t('preview.needsText', { names: missing.join(', ') })} />
    );
  if (error instanceof TemplateRefused) {
    return (
      <div className={styles.refused}>
        <h3>{t('preview.refused')}</h3>
        <FindingList findings={error.findings} {...(onOpen && { onOpen })} />
      </div>
    );
  }
  if (error) return <ErrorState error={error} title={t('preview.failed')} retry={() => void refetch()} />;
  if (isPending) return <LoadingRows rows={8} />;
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <PdfDocument document={data} title={t('preview.of', { title })} />
    </Suspense>
  );
}

function isMissing(parameter: Parameter, texts: Record<string, string>): boolean {
  const { name, required, default: value, defaultExpression } = parameter;
  return (
    Boolean(required) && value === undefined && defaultExpression === undefined && (texts[name] ?? '') === ''
  );
}

function placeholderOf(type: Parameter['type']): string {
  if (type.startsWith('list')) return 'list';
  return ['date', 'time', 'timestamp', 'bbox', 'boolean'].includes(type) ? type : 'text';
}
