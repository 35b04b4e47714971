import type { Geometry, Polygon } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { TerraDraw, TerraDrawPolygonMode, TerraDrawRectangleMode, TerraDrawSelectMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';

export interface Drawing {
  /** Null: corners can be moved. */
  use(tool: 'polygon' | 'rectangle' | null): void;
  show(geometry: Geometry | null): void;
  stop(): void;
}

const LOOK = {
  fillColor: '#2f6fde',
  fillOpacity: 0.15,
  outlineColor: '#2f6fde',
  outlineWidth: 3,
  closingPointColor: '#ffffff',
  closingPointOutlineColor: '#2f6fde',
  closingPointOutlineWidth: 3,
  closingPointWidth: 7,
} as const;

const HANDLES = {
  selectionPointColor: '#ffffff',
  selectionPointOutlineColor: '#2f6fde',
  selectionPointOutlineWidth: 3,
  selectionPointWidth: 7,
  midPointColor: '#2f6fde',
  midPointOutlineColor: '#ffffff',
  midPointOutlineWidth: 1,
  midPointWidth: 4,
  selectedPolygonColor: '#2f6fde',
  selectedPolygonFillOpacity: 0.15,
  selectedPolygonOutlineColor: '#2f6fde',
  selectedPolygonOutlineWidth: 3,
} as const;

/** Lets one area be drawn on a map. `onDrawn` hears of it when it is finished, and of each change of its corners. */
export function startDrawing(map: MapLibre, onDrawn: (geometry: Geometry) => void): Drawing {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, prefixId: 'drawn-area' }),
    modes: [
      new TerraDrawPolygonMode({ styles: LOOK }),
      new TerraDrawRectangleMode({ styles: LOOK }),
      new TerraDrawSelectMode({
        styles: HANDLES,
        // An area that is not selected could not be changed.
        allowManualDeselection: false,
        flags: {
          polygon: {
            feature: { draggable: true, coordinates: { draggable: true, midpoints: true, deletable: true } },
          },
          rectangle: {
            feature: { draggable: true, coordinates: { draggable: true, resizable: 'opposite' } },
          },
        },
      }),
    ],
  });
  draw.start();
  draw.setMode('select');
  draw.on('finish', (id, { action }) => {
    const area = draw.getSnapshotFeature(id);
    if (!area || area.geometry.type !== 'Polygon') return;
    if (action === 'draw') {
      const others = draw.getSnapshot().filter((each) => each.id !== id);
      draw.removeFeatures(others.flatMap((each) => each.id ?? []));
      draw.setMode('select');
      draw.selectFeature(id);
    }
    onDrawn(area.geometry);
  });
  return {
    use(tool) {
      if (!draw.enabled) return;
      if (tool) draw.clear();
      draw.setMode(tool ?? 'select');
    },
    show(geometry) {
      if (!draw.enabled) return;
      const shown = draw.getSnapshot().find((each) => each.geometry.type === 'Polygon');
      if (shown && geometry && JSON.stringify(shown.geometry) === JSON.stringify(geometry)) return;
      if (shown) draw.clear();
      if (geometry?.type !== 'Polygon') return;
      const [added] = draw.addFeatures([
        { type: 'Feature', geometry, properties: { mode: modeOf(geometry) } },
      ]);
      if (added?.valid && added.id !== undefined) draw.selectFeature(added.id);
    },
    stop() {
      // The map takes its layers along when it goes first.
      if (map.style) draw.stop();
    },
  };
}

/** A box keeps its right angles when a corner moves. */
function modeOf({ coordinates: [ring = [], ...holes] }: Polygon): 'polygon' | 'rectangle' {
  const sides = [0, 1].map((axis) => new Set(ring.map((position) => position[axis])).size);
  return ring.length === 5 && holes.length === 0 && sides.every((count) => count === 2)
    ? 'rectangle'
    : 'polygon';
}
