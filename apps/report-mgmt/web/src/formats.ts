import { t } from '@cairn/ui';

/** The formats of documents, those of most use first. */
export const FORMATS = [
  ...['html', 'pdf', 'xlsx', 'csv', 'docx', 'pptx'],
  ...['odt', 'ods', 'rtf', 'xls', 'xml'],
] as const;

/** Formats that an engine has, those of most use first. */
export function inOrder(formats: readonly string[]): string[] {
  return FORMATS.filter((format) => formats.includes(format));
}

/** What a document of the format leaves out; empty where it has everything. */
export function leavesOut(format: string): string {
  switch (format) {
    case 'html':
      return t('formats.leavesOut.pages');
    case 'xlsx':
    case 'ods':
      return t('formats.leavesOut.sheet');
    case 'xls':
      return t('formats.leavesOut.oldSheet');
    case 'csv':
    case 'xml':
      return t('formats.leavesOut.rows');
    case 'docx':
    case 'odt':
    case 'rtf':
    case 'pptx':
      return t('formats.leavesOut.flow');
    default:
      return '';
  }
}
