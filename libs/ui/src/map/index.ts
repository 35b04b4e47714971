export { MapView } from './map-view.tsx';
export { StatusBar as MapStatusBar } from './status-bar.tsx';
export { NUMBER_CLASSES } from './classify.ts';
export { categoricalColors } from './colors.ts';
export { boundsOf, clampBounds, kindsOfType, unionBounds } from './geometry.ts';
export { useDrawing, type DrawTool } from './draw/use-drawing.ts';
export { displayName, displayValue, nameAttribute } from './attributes.ts';
export type {
  Bbox,
  FeatureDetails,
  FeatureHit,
  FeatureId,
  FeatureLayer,
  LngLat,
  MapFocus,
  MapImage,
  MapItem,
  MapLayer,
  MapViewProps,
  MapViewState,
  PaletteEntry,
  RasterLegend,
  TileLayer,
  ValueClasses,
} from './types.ts';
export { useAddressView } from './use-address-view.ts';
export { formatView, parseView } from './view-text.ts';
export { sendMapRequestsWith } from './requests.ts';
