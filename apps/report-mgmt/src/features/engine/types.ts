import type { Readable } from 'node:stream';
import type { Format } from './formats.ts';

export interface ExecuteRequest {
  /** Key of the report. */
  report: string;
  format: Format;
  /** Null: the engine's choice. */
  datasource: string | null;
  /** Name under which a browser saves the document. */
  fileName?: string;
  /** Every value of each parameter. Names that begin with `_` are options of engines and are not sent. */
  parameters: Readonly<Record<string, readonly string[]>>;
  /** Id of the user for whom the report runs; null for a visitor. */
  onBehalfOf: number | null;
  /** Name of the tz database. */
  timeZone?: string;
  /** Such as `de-DE` or `de_DE`. */
  locale?: string;
  /** Whether HTML holds its pictures, or addresses of the engine for `linkPictures`. */
  pictures: 'linked' | 'inline';
  /** Ends the run at the engine. */
  signal: AbortSignal;
  /** For the whole exchange, the body included. */
  deadlineMs: number;
}

/** Headers of a document; no others are taken over from an engine. */
export type DocumentHeader = 'Content-Type' | 'Content-Disposition' | 'Cache-Control' | 'Pragma' | 'Expires';

export interface EngineAnswer {
  /** Other than 200: the body is the engine's message, which people may see. */
  status: number;
  headers: Partial<Record<DocumentHeader, string>>;
  /** Fails with an AppError when the engine breaks off, so a body that ends is whole. Read or destroy it. */
  body: Readable;
  /** Id of the run at the engine, if it has ids. */
  executionId: string | null;
  /** Cookie of the engine's session, which its pictures belong to. A secret. */
  engineSession: string | null;
}

/** How a run went, as the engine recorded it. */
export interface RunFigures {
  rows: number | null;
  pages: number | null;
  bytes: number | null;
  queuedMs: number | null;
  dbMs: number | null;
  renderMs: number | null;
  warnings: string[];
  /** Why the run failed, as a sentence. */
  error: string | null;
}

export interface PictureRequest {
  /** Name of the picture. */
  image: string;
  /** Id of the run at the engine. */
  executionId: string | null;
  engineSession: string | null;
  /** Id of the user for whom the report ran. */
  onBehalfOf: number;
  signal: AbortSignal;
  deadlineMs: number;
}

export interface EnginePicture {
  mime: string;
  /** In bytes, if the engine says. */
  length: number | null;
  body: Readable;
}

/** An address of a picture in the HTML of an engine. */
export interface PictureAddress {
  image: string;
  /** What the engine wrote as id of the run. */
  uuid: string | null;
}

export interface Engine {
  kind: 'report-server' | 'jri' | 'external' | 'none';
  formats: readonly Format[];
  /**
   * Runs a report. A status that is not 200 is the engine's refusal, with its message as body.
   * @throws {AppError} bad_request for a format that the engine lacks or a file name with line breaks; unavailable without an engine;
   * bad_gateway when it cannot be reached, is silent or fails; gateway_timeout after the deadline
   */
  execute(request: ExecuteRequest): Promise<EngineAnswer>;
  /** How a run went; null where the engine records nothing or does not answer. For runs whose body was read to the end or failed. */
  figures(executionId: string): Promise<RunFigures | null>;
  /** A picture of a run as HTML. @throws {AppError} as `execute`, and bad_gateway for an answer that is not a picture */
  picture(request: PictureRequest): Promise<EnginePicture>;
  /** HTML with other addresses of its pictures; all other bytes stay as they are. */
  linkPictures(html: Readable, toAddress: (picture: PictureAddress) => Promise<string>): Readable;
  close(): Promise<void>;
}
