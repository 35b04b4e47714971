export { MapView } from './map-view.tsx';
export { boundsOf, unionBounds } from './geometry.ts';
export { displayName, displayValue, nameAttribute } from './attributes.ts';
export type {
  Bbox,
  FeatureHit,
  FeatureId,
  LngLat,
  MapImage,
  MapItem,
  MapLayer,
  MapViewProps,
  MapViewState,
  RasterLegend,
} from './types.ts';
