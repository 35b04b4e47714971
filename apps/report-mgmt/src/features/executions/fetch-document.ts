import type { Readable } from 'node:stream';
import type { KeptObject, Storage } from '@cairn/files';
import type { AppError } from '@cairn/service';
import type { Engine, EngineAnswer } from '../engine/types.ts';
import type { Format } from '../engine/formats.ts';
import { engineAway, engineRefused, noOutput } from './errors.ts';
import type { Execution, Figures } from './types.ts';

/** Longest run, the transfer of its document included. */
const RUN_MS = 11 * 60_000;
/** As much of an engine's message as a row keeps. */
const MAX_MESSAGE_BYTES = 4_096;
const MAX_SENTENCE_LENGTH = 500;
const NO_FIGURES: Figures = {
  rows: null,
  pages: null,
  queuedMs: null,
  dbMs: null,
  renderMs: null,
  warnings: [],
};

export interface FetchedDocument {
  /** Stored, but no row names it yet. */
  object: KeptObject;
  bytes: number;
  mime: string;
  figures: Figures;
  engineExecutionId: string | null;
}

/**
 * Runs the report and stores its document.
 * @throws {AppError} of the engine and of the storage; unprocessable for a refusal of the engine and for an empty document;
 *   unavailable while the engine is away
 */
export async function fetchDocument(
  { engine, storage }: { engine: Pick<Engine, 'execute' | 'figures'>; storage: Pick<Storage, 'stage'> },
  execution: Execution,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const answer = await engine.execute({
    report: execution.reportKey,
    // Checked when the execution was requested; the engine refuses what it lacks.
    format: execution.format as Format,
    datasource: execution.datasource || null,
    parameters: execution.parameters,
    onBehalfOf: execution.requestedBy,
    timeZone: execution.timeZone,
    pictures: 'inline',
    signal,
    deadlineMs: RUN_MS,
  });
  if (answer.status !== 200) throw await readRefusal(answer);
  const staged = await storage.stage(answer.body, { signal });
  if (staged.size === 0) {
    await staged.discard();
    throw noOutput();
  }
  const object = await staged.keep();
  const { executionId } = answer;
  const figures = executionId === null ? null : await engine.figures(executionId).catch(() => null);
  return {
    object,
    bytes: staged.size,
    mime: answer.headers['Content-Type'] ?? 'application/octet-stream',
    figures: figures ?? NO_FIGURES,
    engineExecutionId: executionId,
  };
}

async function readRefusal({ status, body }: EngineAnswer): Promise<AppError> {
  const message =
    toSentence(await readStart(body)) || `The report engine answered ${status} without a reason.`;
  return status === 502 || status === 503 ? engineAway(message) : engineRefused(message);
}

async function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_MESSAGE_BYTES) break;
  }
  body.destroy();
  return Buffer.concat(chunks).subarray(0, MAX_MESSAGE_BYTES).toString('utf8');
}

/** `{error}` of a JSON body, or the first line of a text. */
function toSentence(text: string): string {
  let sentence = text;
  try {
    const body = JSON.parse(text) as { error?: unknown; exceptionMessage?: unknown } | null;
    sentence = String(body?.error ?? body?.exceptionMessage ?? '');
  } catch {
    // Plain text.
  }
  const line =
    sentence
      .replaceAll('\0', '')
      .trim()
      .split(/[\r\n]/)[0] ?? '';
  return line.slice(0, MAX_SENTENCE_LENGTH);
}
