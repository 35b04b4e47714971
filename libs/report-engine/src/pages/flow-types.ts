import type { Fill, FillState } from '../fill/types.ts';
import type { PageGeometry } from './geometry.ts';
import type { Sheet } from './sheet.ts';
import type { MeasuredBand, Page } from './types.ts';

/** A band and the state that evaluates page bands beside it. */
export interface Unit {
  band: MeasuredBand;
  state: FillState;
}

export interface FlowOptions {
  fill: Fill;
  geometry: PageGeometry;
  sheet: Sheet;
  emit(page: Page): void;
}
