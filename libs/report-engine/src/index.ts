export type * from './fill/types.ts';
export type * from './format/types.ts';
export type * from './template/types.ts';
export type * from './values/types.ts';
export { formatValue } from './format/format-value.ts';
export { decodeValue, encodeValue, type EncodedValue } from './values/codec.ts';
export { compareValues, equalValues, typeOfValue, valueKey, writePlainText } from './values/compare.ts';
export { numberOfDecimal, parseDecimal, writeDecimal } from './values/decimal.ts';
export { parseLocalDate, parseLocalDateTime, parseLocalTime } from './values/calendar.ts';
export { writeLocalDate, writeLocalDateTime, writeLocalTime } from './values/calendar.ts';
export { postgresColumnReader, readPostgresText } from './values/postgres-text.ts';
export { instantOfLocalTime, localTimeOfInstant, writeInstant } from './values/time-zone.ts';
export { checkExpression, type CheckedExpression, type ExpressionScope } from './expression/check.ts';
export type { ExpressionType } from './expression/function-types.ts';
export { parseExpression, type ParseResult } from './expression/parse.ts';
export type { ExpressionNode, ExpressionProblem } from './expression/tree.ts';
export {
  coerceParameters,
  describeParameterForm,
  isAmongOptions,
  type CoercedParameters,
} from './parameters/coerce.ts';
export {
  compileSql,
  namesInStatement,
  type CompiledSql,
  type CompileSqlOptions,
} from './parameters/compile-sql.ts';
export { checkTemplate, templateSchema, type CheckedTemplate } from './template/check-template.ts';
export type { Finding } from './template/findings.ts';
export { columnWidth, pageSize, printableHeight, printableWidth } from './template/page-size.ts';
export { scopeOfTemplate } from './template/scope.ts';
export { upgradeTemplate } from './template/upgrade.ts';
export { TEMPLATE_VERSION } from './template/types.ts';
export { convertValue } from './values/convert.ts';
export { importJrxml } from './jrxml/import-jrxml.ts';
export { readReportZip } from './jrxml/read-zip.ts';
export type { ImportedReport, JrxmlFinding, JrxmlVersion, ReportFiles } from './jrxml/types.ts';
export {
  createWriter,
  WRITER_FORMATS,
  type WriterFormat,
  type WriterOptions,
} from './writers/create-writer.ts';
export { createFill } from './fill/create-fill.ts';
export { writeZip, type ZipEntry, type ZipOptions } from './writers/zip/write-zip.ts';
export { cutCellText, SHEET_ROWS } from './writers/sheet/sheet-limits.ts';
export { sheetName } from './writers/sheet/sheet-names.ts';
export { serialOfPostgresText } from './writers/sheet/sheet-value.ts';
export { inlineString } from './writers/xlsx/inline-string.ts';
export { workbookParts } from './writers/xlsx/workbook-parts.ts';
