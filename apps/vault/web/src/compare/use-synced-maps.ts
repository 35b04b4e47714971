import { useEffect } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';

/** Whichever of the two maps moves takes the other along, frame by frame. */
export function useSyncedMaps(left: MapLibre | null, right: MapLibre | null): void {
  useEffect(() => {
    if (!left || !right) return undefined;
    let following = false;
    const lead = (leader: MapLibre, follower: MapLibre) =>
      leader.on('move', () => {
        if (following) return;
        following = true;
        follower.jumpTo({ center: leader.getCenter(), zoom: leader.getZoom() });
        following = false;
      });
    left.jumpTo({ center: right.getCenter(), zoom: right.getZoom() });
    const subscriptions = [lead(left, right), lead(right, left)];
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, [left, right]);
}
