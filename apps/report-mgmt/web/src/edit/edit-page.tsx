import { Button, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { FormActions, Loaded, Page, Panel, t, useSaveForm } from '@cairn/ui';
import { CATALOG_ROUTE, deleteRoute, hrefOf, thumbnailHref, viewRoute } from '../addresses.ts';
import type { PublishedReport, ReportDefinition } from '../client.ts';
import { ChosenReport } from '../report/chosen-report.tsx';
import { checkDefinition } from '../publish/check-definition.ts';
import { fieldChecks } from '../publish/check-fields.ts';
import { DefinitionField } from '../publish/definition-field.tsx';
import { ReportFormFields } from '../publish/report-form-fields.tsx';
import { editReport } from '../publish/send-report.ts';
import { TemplateField } from '../publish/template-field.tsx';
import type { ReportFields } from '../publish/types.ts';
import { definitionsKey } from '../query-keys.ts';
import { definitionFields } from '../report/definition-text.ts';
import { FindingList } from '../report/finding-list.tsx';
import { ProblemNote } from '../report/problem-note.tsx';
import { readFinding } from '../report/read-finding.ts';
import { useDefinition } from '../report/use-definition.ts';

/** Changing a report: what the catalog shows, its definition, its template. */
export function EditPage() {
  return <ChosenReport>{(key) => <ReportLoader report={key} />}</ChosenReport>;
}

function ReportLoader({ report }: { report: string }) {
  const definition = useDefinition(report);
  return <Loaded query={definition}>{(data) => <Editor key={data.key} report={data} />}</Loaded>;
}

function Editor({ report }: { report: ReportDefinition }) {
  const { key, title, permission, has_thumbnail, thumbnail_version } = report;
  const findings = report.findings.map(readFinding);
  const template = templateOf(report);
  const navigate = useNavigate();
  const state = useSaveForm<ReportFields, PublishedReport>({
    initial: fieldsOf(report),
    validate: fieldChecks({ taken: null }),
    save: (fields) => editReport(fields, template),
    refresh: [[...definitionsKey], ['report-config', key]],
    done: t('edit.saved', { title }),
    onSaved: () => void navigate(viewRoute(key)),
  });
  const { form, bind, saving, problem, guard } = state;
  const { definition } = form.values;
  return (
    <Page
      title={t('edit.title', { title })}
      lead={t('edit.lead')}
      width={900}
      crumbs={[
        { label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) },
        { label: title, href: hrefOf(viewRoute(key)) },
      ]}
    >
      <ProblemNote report={report} />
      <form {...bind} autoComplete="off">
        <Stack gap="md">
          <ReportFormFields
            form={form}
            isEdited
            currentThumbnail={has_thumbnail ? thumbnailHref(key, thumbnail_version) : null}
          />
          <Panel title={t('publish.template')} lead={template && <code>{template}</code>}>
            <Stack gap="sm">
              <TemplateField
                file={form.values.template}
                hint={t('publish.keepTemplate')}
                error={form.errors.template}
                onChange={(file) => {
                  form.setFieldValue('template', file);
                  form.validateField('template');
                }}
              />
              {findings.length > 0 ? <FindingList findings={findings} /> : null}
            </Stack>
          </Panel>
          <DefinitionField
            value={definition}
            problems={checkDefinition(definition)}
            onChange={(text) => form.setFieldValue('definition', text)}
          />
          <FormActions
            save={t('edit.save')}
            saving={saving}
            disabled={!form.isDirty()}
            problem={problem}
            onCancel={() => void navigate(viewRoute(key))}
            danger={
              permission === 'admin' ? (
                <Button
                  component={Link}
                  to={deleteRoute(key)}
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                >
                  {t('edit.delete')}
                </Button>
              ) : undefined
            }
          />
        </Stack>
        {guard}
      </form>
    </Page>
  );
}

/** The file beside the definition. */
function templateOf({ definition }: ReportDefinition): string | undefined {
  const { report } = definitionFields(definition);
  return typeof report === 'string' && report !== '' ? report : undefined;
}

/** What has a field of its own is not in the definition that people edit. A file that is not JSON is shown as it is. */
function fieldsOf(report: ReportDefinition): ReportFields {
  const { key, title, description, datasource, format, definition: text = '' } = report;
  const texts = { name: key, title, description, datasource, format };
  const elsewhere = new Set([...Object.keys(texts), 'report']);
  const others = Object.entries(definitionFields(text)).filter(([name]) => !elsewhere.has(name));
  return {
    ...texts,
    definition: others.length > 0 ? JSON.stringify(Object.fromEntries(others), null, 2) : text,
    ...{ template: null, thumbnail: null },
  };
}
