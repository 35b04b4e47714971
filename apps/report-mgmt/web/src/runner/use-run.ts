import { ApiError, errorFromResponse, sentenceForStatus, t } from '@cairn/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { executeHref } from '../addresses.ts';

const SHOW_EVERY_MS = 200;

export type RunState =
  | { phase: 'idle' }
  | { phase: 'running'; bytes: number }
  | { phase: 'done'; html: string; seconds: number }
  | { phase: 'cancelled' }
  | { phase: 'failed'; error: unknown };

/** Runs a report as HTML. A new run cancels the one before. */
export function useRun() {
  const [state, setState] = useState<RunState>({ phase: 'idle' });
  const current = useRef<AbortController>(null);

  const run = useCallback(async (fields: URLSearchParams) => {
    current.current?.abort();
    const mine = new AbortController();
    current.current = mine;
    const show = (next: RunState) => {
      if (!mine.signal.aborted) setState(next);
    };
    const started = performance.now();
    show({ phase: 'running', bytes: 0 });
    try {
      const html = await fetchHtml(fields, mine.signal, (bytes) => show({ phase: 'running', bytes }));
      show({ phase: 'done', html, seconds: (performance.now() - started) / 1000 });
    } catch (error) {
      show({ phase: 'failed', error });
    }
  }, []);

  const cancel = useCallback(() => {
    current.current?.abort();
    setState({ phase: 'cancelled' });
  }, []);

  // A run that nobody waits for is stopped.
  useEffect(() => () => current.current?.abort(), []);
  return { state, run, cancel };
}

/** The document as a whole: one that breaks off is an error, so that half of a report never looks complete. */
async function fetchHtml(
  fields: URLSearchParams,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const response = await fetch(executeHref(fields), { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError({ status: 0, message: sentenceForStatus(0) });
  });
  if (!response.ok) throw errorFromResponse(response, await readProblem(response));
  try {
    return await readText(response, onBytes);
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError({ status: 502, message: t('runner.cut') });
  }
}

async function readText({ body }: Response, onBytes: (bytes: number) => void): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let shown = 0;
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (performance.now() - shown < SHOW_EVERY_MS) continue;
    shown = performance.now();
    onBytes(bytes);
  }
}

/** What an engine says: JSON with `error` or a message of an exception, or a line of text. */
async function readProblem(response: Response): Promise<unknown> {
  const text = (await response.text()).trim();
  try {
    const body = JSON.parse(text) as { error?: unknown; exceptionMessage?: unknown };
    return body.error === undefined && body.exceptionMessage !== undefined
      ? { error: body.exceptionMessage }
      : body;
  } catch {
    return text;
  }
}
