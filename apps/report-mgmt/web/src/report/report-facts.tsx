import { Anchor } from '@mantine/core';
import { Facts, RelativeTime, t } from '@cairn/ui';
import { definitionFileHref } from '../addresses.ts';
import type { ReportDefinition } from '../client.ts';
import { definitionFields } from './definition-text.ts';

/** Where a report comes from. People who may only view it see no files. */
export function ReportFacts({ report }: { report: ReportDefinition }) {
  const { key, path, datasource, format, permission, is_public: isPublic, definition, updated_at } = report;
  const { report: template, access_groups: groups } = definitionFields(definition);
  const mayEdit = permission !== 'view';
  return (
    <Facts
      entries={[
        [t('view.key'), <code key="key">{key}</code>],
        [t('view.datasource'), datasource || t('view.noDatasource')],
        [t('view.format'), format.toUpperCase()],
        [
          t('view.file'),
          mayEdit ? (
            <span key="file">
              <code>{path}</code>
              <br />
              <Anchor href={definitionFileHref(key)} download={`${key}.json`} size="sm">
                {t('view.download')}
              </Anchor>
            </span>
          ) : null,
        ],
        [
          t('view.template'),
          typeof template === 'string' && template !== '' ? <code key="template">{template}</code> : null,
        ],
        [t('view.accessGroups'), textOf(groups)],
        [t('view.visibility'), t(isPublic ? 'view.everybody' : 'view.restricted')],
        [t('view.updated'), updated_at && <RelativeTime key="updated" value={updated_at} />],
      ]}
    />
  );
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'string' ? value : '';
}
