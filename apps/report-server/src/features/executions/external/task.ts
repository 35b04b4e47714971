import type { FormatName } from '../formats.ts';

/** One run on the external engine. */
export interface ExternalTask {
  engine: 'external';
  report: string;
  format: FormatName;
  /** Name of a datasource, which the engine knows by the same name. */
  datasource: string | null;
  /** Texts: engines of this kind know no other type, and no lists. */
  parameters: Readonly<Record<string, string>>;
  /** BCP 47. */
  locale: string;
  timeZone: string;
  /** Whether pictures of HTML are stored for the person of the run; else they are part of the document. */
  storesPictures: boolean;
}
