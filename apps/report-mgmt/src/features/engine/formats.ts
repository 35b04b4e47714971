/** Formats that a report can be run as, named as in `_repFormat`. */
export const FORMATS = [
  ...(['html', 'pdf', 'xlsx', 'xls', 'csv', 'docx', 'rtf', 'odt', 'ods', 'pptx', 'xml'] as const),
];

export type Format = (typeof FORMATS)[number];

/** Those of engines of the JasperReportsIntegration kind. */
export const JRI_FORMATS: readonly Format[] = FORMATS.filter(
  (format) => !['odt', 'ods', 'xml'].includes(format),
);

export function isFormat(name: string): name is Format {
  return (FORMATS as readonly string[]).includes(name);
}
