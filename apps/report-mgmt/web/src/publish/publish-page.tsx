import { Alert, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { FormActions, LoadingRows, Page, Panel, t, useSaveForm } from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf } from '../addresses.ts';
import { useDefinitions } from '../catalog/use-definitions.ts';
import type { PublishedReport } from '../client.ts';
import { definitionsKey } from '../query-keys.ts';
import { FindingList } from '../report/finding-list.tsx';
import { checkDefinition } from './check-definition.ts';
import { fieldChecks } from './check-fields.ts';
import { DefinitionField } from './definition-field.tsx';
import { PublishResult } from './publish-result.tsx';
import { ReportFormFields } from './report-form-fields.tsx';
import { keyOfTitle } from './report-key.ts';
import { publishReport } from './send-report.ts';
import { isTemplateName, TemplateField } from './template-field.tsx';
import type { ReportFields } from './types.ts';
import { useGenerated } from './use-generated.ts';

const EMPTY: ReportFields = {
  ...{ name: '', title: '', description: '', datasource: '', format: 'html', definition: '' },
  ...{ template: null, thumbnail: null },
};

/** Publishing a report: the template first, since it proposes the rest. */
export function PublishPage() {
  const [published, setPublished] = useState<(PublishedReport & { title: string }) | null>(null);
  // A template and its definition that another page hands over.
  const handed = useLocation().state as Partial<ReportFields> | null;
  return (
    <Page
      title={t('publish.title')}
      lead={t('publish.lead')}
      width={900}
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
    >
      {published ? (
        <PublishResult published={published} onAnother={() => setPublished(null)} />
      ) : (
        <PublishForm initial={{ ...EMPTY, ...handed }} onPublished={setPublished} />
      )}
    </Page>
  );
}

interface FormProps {
  initial: ReportFields;
  onPublished: (published: PublishedReport & { title: string }) => void;
}

function PublishForm({ initial, onPublished }: FormProps) {
  const taken = new Set(useDefinitions().data?.definitions.map(({ key }) => key));
  const hasOwnName = useRef(initial.name !== '');
  const { generated, problem: unread, isReading, generate, reset } = useGenerated();
  const state = useSaveForm<ReportFields, PublishedReport>({
    initial,
    validate: fieldChecks({ taken }),
    save: publishReport,
    refresh: [[...definitionsKey]],
    onSaved: (answer) => onPublished({ ...answer, title: state.form.values.title }),
    leaving: 'page',
  });
  const { form, bind, saving, problem, guard } = state;
  const { template, definition } = form.values;

  function proposeName(title: string): void {
    if (!hasOwnName.current) form.setFieldValue('name', keyOfTitle(title));
  }

  async function choose(file: File | null): Promise<void> {
    form.setFieldValue('template', file);
    reset();
    if (!file || !isTemplateName(file.name)) {
      form.validateField('template');
      return;
    }
    const proposal = await generate(file);
    if (!proposal || form.getValues().title !== '') return;
    const title = proposal.title || file.name.replace(/\.\w+$/, '');
    form.setFieldValue('title', title);
    proposeName(title);
  }

  return (
    <form {...bind} autoComplete="off">
      <Stack gap="md">
        <Panel title={t('publish.template')}>
          <Stack gap="sm">
            <TemplateField
              file={template}
              error={form.errors.template}
              onChange={(file) => void choose(file)}
            />
            {isReading ? <LoadingRows rows={2} /> : null}
            {unread === null ? null : (
              <Alert color="yellow">{t('publish.readFailed', { reason: unread })}</Alert>
            )}
            {generated && generated.findings.length > 0 ? (
              <FindingList findings={generated.findings} />
            ) : null}
          </Stack>
        </Panel>
        <ReportFormFields
          form={form}
          isEdited={false}
          onTitle={proposeName}
          onName={() => (hasOwnName.current = true)}
        />
        <DefinitionField
          value={definition}
          problems={checkDefinition(definition)}
          onChange={(text) => form.setFieldValue('definition', text)}
          onGenerate={generated ? () => form.setFieldValue('definition', generated.text) : undefined}
        />
        <FormActions save={t('publish.submit')} saving={saving} problem={problem} />
      </Stack>
      {guard}
    </form>
  );
}
