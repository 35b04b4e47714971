import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import yazl from 'yazl';
import type { Db } from '../../db/schema.ts';
import type { Registry } from './disk/registry.ts';
import { readTemplate } from './disk/read-template.ts';
import type { TemplateFiles } from './disk/read-template.ts';
import { findPushed, savePushed } from './repo.ts';
import type { ReportServer } from './report-server.ts';
import { DEFINITION_PATH, differences, toFields } from './sent-fields.ts';
import type { SentFields } from './sent-fields.ts';
import type { Definition, DefinitionEntry, TemplateFinding } from './types.ts';

export type TemplateSync = ReturnType<typeof createTemplateSync>;

export interface SentTemplate {
  findings: TemplateFinding[];
  /** Of the template, when it was new to the report server. */
  parameters: unknown[];
}

interface Deps {
  db: Db;
  config: { reportsRoot: string; reportServerUrl?: string };
  files: Registry;
  reportServer: Pick<ReportServer, 'putTemplate' | 'changeReport'>;
  logger: Logger;
}

/** Gives the report server the templates beside the definitions, their texts and datasources: each version once. */
export function createTemplateSync({ db, config, files, reportServer, logger }: Deps) {
  /** Versions that this process has sent, or need not send. */
  const done = new Map<string, string>();

  /** @throws {AppError} unavailable when the report server does not answer */
  async function send(entry: DefinitionEntry): Promise<SentTemplate> {
    const { key, definition, templateVersion } = entry;
    const template = await readTemplate(config.reportsRoot, entry).catch((error: Error) => error.message);
    // It was there a moment ago.
    if (!definition || (templateVersion && !template)) return { findings: [], parameters: [] };
    const sent =
      typeof template === 'string'
        ? { findings: [asError(template)], parameters: [] }
        : await sendNew(key, definition, template);
    done.set(key, versionOf(entry));
    return sent;
  }

  async function sendNew(
    key: string,
    definition: Definition,
    template: TemplateFiles | null,
  ): Promise<SentTemplate> {
    const { authorId, ...pushed } = await findPushed(db, key);
    const next = { ...pushed, fields: pushed.fields ?? toFields(definition) };
    next.findings = template ? next.findings.filter(({ path }) => path !== DEFINITION_PATH) : [];
    let parameters: unknown[] = [];
    if (template && template.sha256 !== pushed.sha256) {
      const form = await toForm(definition, template, { authorId, former: pushed.fields });
      const answer = await reportServer.putTemplate(key, form);
      next.sha256 = template.sha256;
      if ('accepted' in answer) {
        next.fields = toFields(definition);
        ({ findings: next.findings, parameters } = answer.accepted);
      } else next.findings = answer.refused.length > 0 ? answer.refused : [asError(answer.error)];
    }
    const change = differences(toFields(definition), next.fields);
    if (change) {
      const refusal = await reportServer.changeReport(key, change, authorId);
      if (refusal === null) next.fields = toFields(definition);
      else next.findings = [...next.findings, asError(refusal, DEFINITION_PATH)];
    }
    if (!isDeepStrictEqual(next, pushed)) await savePushed(db, key, next);
    return { findings: next.findings, parameters };
  }

  return {
    send,

    /** Sends what is new. Stops when the report server does not answer; the next call goes on. */
    async sendAll(): Promise<void> {
      if (!config.reportServerUrl) return;
      for (const entry of files.entries()) {
        const { key, definition } = entry;
        if (!definition || done.get(key) === versionOf(entry)) continue;
        try {
          await send(entry);
        } catch (err) {
          if (err instanceof AppError && err.kind === 'unavailable') throw err;
          logger.warn({ err, report: key }, 'report not sent to the report server');
        }
      }
    },
  };
}

function versionOf({ sha256, templateVersion }: DefinitionEntry): string {
  return `${sha256} ${templateVersion ?? ''}`;
}

function asError(message: string, path = '$'): TemplateFinding {
  return { level: 'error', path, message };
}

async function toForm(
  definition: Definition,
  { files }: TemplateFiles,
  { authorId, former }: { authorId: number | null; former: SentFields | null },
): Promise<FormData> {
  const form = new FormData();
  const { title, description, datasource } = toFields(definition);
  form.set('title', title);
  // A report that this definition is new to keeps what the definition leaves out.
  if (description || former) form.set('description', description);
  if (datasource || former) form.set('datasource', datasource);
  if (authorId !== null) form.set('author', String(authorId));
  const [[name, bytes] = ['', Buffer.alloc(0)]] = files;
  if (files.size === 1) form.set('file', new Blob([new Uint8Array(bytes)]), name);
  else form.set('file', new Blob([new Uint8Array(await zip(files))]), 'template.zip');
  return form;
}

function zip(files: TemplateFiles['files']): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, bytes] of files) archive.addBuffer(bytes, name, { mtime: new Date(0) });
  archive.end();
  return buffer(archive.outputStream as Readable);
}
