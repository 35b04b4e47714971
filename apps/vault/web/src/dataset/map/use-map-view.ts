import { useAddressView, type Bbox, type MapViewProps, type MapViewState } from '@cairn/ui/map';

/** The view in the address, and what else the page does with each new one. */
export function useMapView(onView?: (bounds: Bbox, view: MapViewState) => void): {
  initialView: MapViewProps['initialView'];
  reportView: NonNullable<MapViewProps['onViewChange']>;
} {
  const { initialView, reportView } = useAddressView('view');
  return {
    initialView,
    reportView: (next, bounds, byPerson) => {
      onView?.(bounds, next);
      reportView(next, bounds, byPerson);
    },
  };
}
