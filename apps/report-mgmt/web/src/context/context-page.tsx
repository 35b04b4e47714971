import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { CopyButton, LoadingRows, Page, Panel, t } from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf, PUBLISH_ROUTE } from '../addresses.ts';
import { keyOfTitle } from '../publish/report-key.ts';
import { isTemplateName, TemplateField } from '../publish/template-field.tsx';
import { useGenerated } from '../publish/use-generated.ts';
import { FindingList } from '../report/finding-list.tsx';

const JsonEditor = lazy(async () => ({ default: (await import('../publish/json-editor.tsx')).JsonEditor }));

/** The definition for the parameters of a template, to copy, to download or to publish with. */
export function ContextPage() {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const { generated, problem, isReading, generate, reset } = useGenerated();
  const isWrongKind = file !== null && !isTemplateName(file.name);

  function choose(chosen: File | null): void {
    setFile(chosen);
    reset();
    if (chosen && isTemplateName(chosen.name)) void generate(chosen);
  }

  function publish(title: string, definition: string): void {
    const name = keyOfTitle(title || (file?.name ?? '').replace(/\.\w+$/, ''));
    void navigate(PUBLISH_ROUTE, { state: { template: file, title, name, definition } });
  }

  return (
    <Page
      title={t('context.title')}
      lead={t('context.lead')}
      width={900}
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
    >
      <Stack gap="md">
        <Panel title={t('context.template')}>
          <TemplateField
            file={file}
            error={isWrongKind ? t('publish.templateKind') : undefined}
            onChange={choose}
          />
        </Panel>
        {isReading ? <LoadingRows rows={4} /> : null}
        {problem === null ? null : (
          <Alert color="red" title={t('context.failed')}>
            {problem}
          </Alert>
        )}
        {generated ? (
          <>
            <Panel
              title={t('context.result')}
              action={
                <Group gap={8}>
                  <CopyButton label={t('context.copy')} value={generated.text} />
                  <Button
                    variant="default"
                    size="compact-sm"
                    leftSection={<IconDownload size={15} aria-hidden />}
                    onClick={() => saveText('definition.json', generated.text)}
                  >
                    {t('context.download')}
                  </Button>
                </Group>
              }
            >
              <Suspense fallback={<LoadingRows rows={4} />}>
                <JsonEditor label={t('context.result')} value={generated.text} readOnly onChange={() => {}} />
              </Suspense>
              <Group justify="flex-end" mt="md">
                <Button
                  leftSection={<IconUpload size={16} aria-hidden />}
                  onClick={() => publish(generated.title, generated.text)}
                >
                  {t('context.publish')}
                </Button>
              </Group>
            </Panel>
            <Panel title={t('context.findings')}>
              {generated.findings.length > 0 ? (
                <FindingList findings={generated.findings} />
              ) : (
                t('context.clean')
              )}
            </Panel>
          </>
        ) : null}
      </Stack>
    </Page>
  );
}

function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
