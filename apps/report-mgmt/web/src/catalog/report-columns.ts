import { t, type Column } from '@cairn/ui';
import type { ReportSummary } from '../client.ts';

/** What reports are sorted and searched by, and the columns of the CSV file. */
export function reportColumns(): Column<ReportSummary>[] {
  return [
    {
      key: 'title',
      header: t('catalog.columns.title'),
      value: ({ title }) => title,
      search: ({ key, description }) => `${key} ${description}`,
      always: true,
    },
    { key: 'key', header: t('catalog.columns.key'), value: ({ key }) => key },
    { key: 'datasource', header: t('catalog.columns.datasource'), value: ({ datasource }) => datasource },
    { key: 'format', header: t('catalog.columns.format'), value: ({ format }) => format },
    { key: 'updated', header: t('catalog.columns.updated'), value: ({ updated_at }) => updated_at ?? '' },
  ];
}
