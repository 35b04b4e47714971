import type { Band, BandKind } from '../template/types.ts';
import type { Moment } from './moment.ts';
import type { Run } from './run.ts';
import type { FilledBand } from './types.ts';

/** Fills one band of the template. */
export interface BandFiller {
  /** Null where the band's `printWhen` is not true. */
  fill(moment: Moment): FilledBand | null | Promise<FilledBand | null>;
  /** Notes the late elements of the band in the first walk. */
  collect(moment: Moment): void;
  /** Whether it has elements that are evaluated later than their row. */
  hasLate: boolean;
}

/** The kind of a band with its group. */
export interface BandIdentity {
  kind: BandKind;
  group?: number;
}

export type CompileBand = (band: Band, run: Run, identity: BandIdentity) => BandFiller;
