import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkTemplate, importJrxml, type ImportedReport, type ReportFiles } from '../src/index.ts';

const FOLDER = join(import.meta.dirname, 'jrxml');
const SAMPLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.v6.jrxml'))
  .map((name) => name.slice(0, -'.v6.jrxml'.length));

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Files that samples refer to. */
const FILES: ReportFiles = {
  'pictures/Logo.png': PNG,
  'house.jrtx': Buffer.from(
    '<jasperTemplate><style name="House" fontSize="14" isBold="true"/></jasperTemplate>',
  ),
  'texts.properties': Buffer.from('# texts\nlist.title=Stra\\u00dfe \\\n  list\n'),
  'sub/Owner Parcels.jrxml': readFileSync(join(FOLDER, 'groups.v7.jrxml')),
};

/** Imports a sample with the files that it needs; other reports than its subreport would be main reports of their own. */
function readSample(name: string, version: 6 | 7): ImportedReport {
  const { 'sub/Owner Parcels.jrxml': subreport, ...others } = FILES;
  return importJrxml({
    ...others,
    ...(name === 'subreport' && subreport ? { 'sub/Owner Parcels.jrxml': subreport } : {}),
    [`${name}.jrxml`]: readFileSync(join(FOLDER, `${name}.v${version}.jrxml`)),
  });
}

describe('importJrxml', () => {
  it.each(SAMPLES)('imports the sample %s of versions 6 and 7 to equal templates', (name) => {
    const old = readSample(name, 6);
    const current = readSample(name, 7);

    expect(old.source).toBe('jrxml6');
    expect(current.source).toBe('jrxml7');
    expect(old.template).toEqual(current.template);
    expect(old.subreports).toEqual(current.subreports);
    expect(checkTemplate(current.template).findings).toEqual([]);
    expect(Object.keys(old.assets)).toEqual(Object.keys(current.assets));
    expect(old.findings.map(({ severity, message }) => [severity, message])).toEqual(
      current.findings.map(({ severity, message }) => [severity, message]),
    );
  });
});
