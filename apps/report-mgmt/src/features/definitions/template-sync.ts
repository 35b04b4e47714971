import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import yazl from 'yazl';
import type { Db } from '../../db/schema.ts';
import type { Registry } from './disk/registry.ts';
import { readTemplate } from './disk/read-template.ts';
import type { TemplateFiles } from './disk/read-template.ts';
import { findPushed, saveTemplate } from './repo.ts';
import type { ReportServer } from './report-server.ts';
import type { DefinitionEntry, TemplateFinding } from './types.ts';

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
  reportServer: Pick<ReportServer, 'putTemplate'>;
  logger: Logger;
}

/** Gives the report server the templates beside the definitions, each version once. */
export function createTemplateSync({ db, config, files, reportServer, logger }: Deps) {
  /** Versions of which the report server has the hash. */
  const done = new Map<string, string>();

  /** @throws {AppError} unavailable when the report server does not answer */
  async function send(entry: DefinitionEntry): Promise<SentTemplate> {
    const { key, definition, templateVersion } = entry;
    const template = await readTemplate(config.reportsRoot, entry).catch((error: Error) => error.message);
    if (!template || !definition) return { findings: [], parameters: [] };
    const pushed = await findPushed(db, key);
    let findings = pushed?.findings ?? [];
    let parameters: unknown[] = [];
    if (typeof template === 'string') findings = [asError(template)];
    else if (pushed?.sha256 !== template.sha256) {
      const answer = await reportServer.putTemplate(
        key,
        await toForm(entry, template, pushed?.authorId ?? null),
      );
      if ('accepted' in answer) ({ findings, parameters } = answer.accepted);
      else findings = answer.refused.length > 0 ? answer.refused : [asError(answer.error)];
      await saveTemplate(db, key, { sha256: template.sha256, findings });
    }
    if (templateVersion) done.set(key, templateVersion);
    return { findings, parameters };
  }

  return {
    send,

    /** Sends what is new. Stops when the report server does not answer; the next call goes on. */
    async sendAll(): Promise<void> {
      if (!config.reportServerUrl) return;
      for (const entry of files.entries()) {
        const { key, definition, templateVersion } = entry;
        if (!definition || !templateVersion || done.get(key) === templateVersion) continue;
        try {
          await send(entry);
        } catch (err) {
          if (err instanceof AppError && err.kind === 'unavailable') throw err;
          logger.warn({ err, report: key }, 'template not sent to the report server');
        }
      }
    },
  };
}

function asError(message: string): TemplateFinding {
  return { level: 'error', path: '$', message };
}

async function toForm(
  { definition }: DefinitionEntry,
  { files }: TemplateFiles,
  authorId: number | null,
): Promise<FormData> {
  const form = new FormData();
  const { title = '', description = '', datasource = '' } = definition ?? {};
  // As long as the report server takes them.
  form.set('title', title.slice(0, 200));
  if (description) form.set('description', description.slice(0, 2_000));
  if (datasource) form.set('datasource', datasource);
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
