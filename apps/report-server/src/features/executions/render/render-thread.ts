import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { compileSql, createFill, createWriter } from '@cairn/report-engine';
import type { Fill, FillRequest, RowSource, Value, WriterOptions } from '@cairn/report-engine';
import { notFound } from '@cairn/service/errors';
import { serveTasks } from '../threads/serve-tasks.ts';
import type { TaskOutput } from '../threads/serve-tasks.ts';
import { connectionFailed, datasourceMissing } from './dataset-errors.ts';
import { openDatasets } from './dataset-rows.ts';
import type { RenderResult, RenderTask, ThreadReport } from './task.ts';

/** The module of a render thread: reads the rows of a report, fills its template and writes the document. */
serveTasks<RenderTask, RenderResult>(render);

async function render(task: RenderTask, output: TaskOutput): Promise<RenderResult> {
  const started = performance.now();
  const sessions = createSessions();
  let fill: Fill | null = null;
  try {
    output.progress(5, 'Reading rows');
    fill = await createFill({
      template: task.report.template,
      parameters: task.parameters,
      locale: task.locale,
      timeZone: task.timeZone,
      now: task.now,
      scratch: task.scratch,
      limits: { maxRows: task.maxRows },
      ...sourcesOf(task, task.report, sessions),
    });
    const filled = performance.now();
    output.progress(40, 'Writing the document');
    const stream = task.path === null ? output.stream() : createWriteStream(task.path, { mode: 0o600 });
    const { rows, pages } = await createWriter(task.format, optionsOf(task, output))(fill, { stream });
    const ended = performance.now();
    return {
      rows,
      pages: pages ?? null,
      dbMs: Math.round(filled - started),
      renderMs: Math.round(ended - filled),
      warnings: [...fill.warnings],
    };
  } finally {
    await fill?.close();
    await sessions.close();
  }
}

function optionsOf({ basemapFolder, storesPictures }: RenderTask, output: TaskOutput): WriterOptions {
  const maps = { basemapFolder };
  return {
    ...{ pdf: maps, docx: maps, odt: maps, rtf: maps, ods: maps, xlsx: maps, pptx: maps },
    html: {
      ...maps,
      ...(storesPictures && { storePicture: ({ bytes, mime }) => output.picture(bytes, mime) }),
    },
  };
}

type Sessions = ReturnType<typeof createSessions>;

/** One session for each report, opened with its first dataset. */
function createSessions() {
  const open = new Map<ThreadReport, Awaited<ReturnType<typeof openDatasets>>>();
  return {
    /** @throws {AppError} bad_request without a datasource, unavailable when the database cannot be reached */
    async of(report: ThreadReport, dataset: string) {
      const { connection } = report;
      if (!connection) throw datasourceMissing(dataset);
      const session =
        open.get(report) ??
        (await openDatasets(connection).catch((error: unknown) => {
          throw connectionFailed(dataset, error, connection.address);
        }));
      open.set(report, session);
      return session;
    },
    async close() {
      await Promise.all([...open.values()].map(({ close }) => close()));
    },
  };
}

type Sources = Pick<FillRequest, 'openDataset' | 'openReport' | 'openAsset'>;

function sourcesOf(task: RenderTask, report: ThreadReport, sessions: Sessions): Sources {
  return {
    openDataset: (name, parameters) => openDataset(report, { name, parameters, sessions, task }),
    async openReport(key) {
      const other = task.subreports[key];
      if (!other)
        throw notFound('report-server.no_such_subreport', `There is no report "${key}" to include.`);
      return { template: other.template, ...sourcesOf(task, other, sessions) };
    },
    async openAsset(name) {
      const path = report.assets[name];
      if (!path) throw notFound('report-server.no_such_asset', `The report has no file "${name}".`);
      return readFile(path);
    },
  };
}

async function openDataset(
  report: ThreadReport,
  {
    name,
    parameters,
    sessions,
    task,
  }: { name: string; parameters: Values; sessions: Sessions; task: RenderTask },
): Promise<RowSource> {
  const dataset = report.template.datasets.find((each) => each.name === name);
  if (!dataset) throw notFound('report-server.no_such_dataset', `The report has no dataset "${name}".`);
  const statement = dataset.sql
    ? compileSql(dataset.sql, { parameters: report.template.parameters, values: parameters })
    : report.tables[name];
  if (!statement) throw notFound('report-server.no_such_dataset', `The dataset "${name}" has no query.`);
  const session = await sessions.of(report, name);
  return session.read({
    subject: `dataset "${name}"`,
    ...statement,
    order: dataset.order ?? [],
    limit: task.rowLimit ?? undefined,
  });
}

type Values = Readonly<Record<string, Value>>;
