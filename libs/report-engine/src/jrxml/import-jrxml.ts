import { badRequest } from '@cairn/service/errors';
import type { Template } from '../template/types.ts';
import { assetName, createFileFinder, reportKey } from './files.ts';
import { importReport, type ImportedFile } from './import-report.ts';
import type { JrxmlFinding, ImportedReport, ReportFiles } from './types.ts';

const MAX_SUBREPORTS = 50;

/**
 * Imports a JasperReports template of version 6 or 7: one file, or the files of a zip with subreports, pictures, style sheets and
 * resource bundle. What a template cannot express is in `findings` with its line. Nothing of the files is run.
 *
 * @throws {AppError} 400 with the line for a file that is not well-formed, has a DTD, is too deep (64), too large (5 MiB) or no
 * JasperReports template, for parameters whose defaults form a circle, and for files without one main report.
 */
export function importJrxml(input: Uint8Array | ReportFiles): ImportedReport {
  const files = input instanceof Uint8Array ? {} : input;
  const path = input instanceof Uint8Array ? undefined : findMain(files);
  const main = importReport(input instanceof Uint8Array ? input : (files[path ?? ''] as Uint8Array), files);
  const { templates, findings, assets } = importSubreports(main, files, path);
  return {
    template: main.template,
    source: main.source,
    findings: [...main.findings, ...findings],
    subreports: templates,
    assets: Object.fromEntries(
      [...main.assets, ...assets].map((each) => [assetName(each, files), files[each] as Uint8Array]),
    ),
  };
}

/** Subreports of the report and of its subreports, each once, found by the names of their files. */
function importSubreports(
  main: ImportedFile,
  files: ReportFiles,
  mainPath: string | undefined,
): { templates: Record<string, Template>; findings: JrxmlFinding[]; assets: string[] } {
  const finder = createFileFinder(files);
  const templates: Record<string, Template> = {};
  const findings: JrxmlFinding[] = [];
  const assets: string[] = [];
  const waiting = [...main.subreports];
  const seen = new Set(mainPath === undefined ? [] : [mainPath]);
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const file = finder.find(`${name}.jrxml`);
    if (!file || seen.has(file.path)) continue;
    seen.add(file.path);
    if (seen.size > MAX_SUBREPORTS) {
      throw badRequest(
        'report-engine.jrxml_subreports',
        `A report may have ${MAX_SUBREPORTS} subreports. Leave some out.`,
      );
    }
    const imported = importReport(file.bytes, files, file.path);
    templates[reportKey(name)] = imported.template;
    findings.push(...imported.findings);
    assets.push(...imported.assets);
    waiting.push(...imported.subreports);
  }
  return { templates, findings, assets };
}

/** The report that no other one has as its subreport. */
function findMain(files: ReportFiles): string {
  const paths = Object.keys(files).filter((path) => /\.jrxml$/i.test(path));
  if (paths.length === 0)
    throw badRequest(
      'report-engine.jrxml_missing',
      'The zip has no .jrxml file. Add the report and send it again.',
    );
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) return only;
  const finder = createFileFinder(files);
  const used = new Set(
    paths.flatMap((path) =>
      importReport(files[path] as Uint8Array, files).subreports.map(
        (name) => finder.find(`${name}.jrxml`)?.path,
      ),
    ),
  );
  const mains = paths.filter((path) => !used.has(path));
  const [main] = mains;
  if (mains.length === 1 && main !== undefined) return main;
  const sentence =
    mains.length === 0
      ? 'The reports of the zip are each other’s subreports, so none is the main one.'
      : `The zip has more than one main report (${mains.slice(0, 5).join(', ')}). Send one report with its subreports.`;
  throw badRequest('report-engine.jrxml_main', sentence);
}
