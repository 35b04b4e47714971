import { useEffect, useRef, useState } from 'react';
import type { Geometry } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Drawing } from './terra-draw.ts';

export type DrawTool = 'polygon' | 'rectangle';

interface DrawingOptions {
  tool: DrawTool | null;
  geometry: Geometry | null;
  onDrawn: (geometry: Geometry) => void;
}

/** Drawing on a map; its code loads when the user starts to draw. */
export function useDrawing(
  map: MapLibre | null,
  { tool, geometry, onDrawn }: DrawingOptions,
): { failed: boolean; ready: boolean } {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [failed, setFailed] = useState(false);
  const latestOnDrawn = useRef(onDrawn);
  latestOnDrawn.current = onDrawn;

  useEffect(() => {
    if (!map) return undefined;
    let started: Drawing | null = null;
    let gone = false;
    import('./terra-draw.ts').then(
      ({ startDrawing }) => {
        if (gone) return;
        started = startDrawing(map, (drawn) => latestOnDrawn.current(drawn));
        setDrawing(started);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      setDrawing(null);
      started?.stop();
    };
  }, [map]);

  useEffect(() => drawing?.use(tool), [drawing, tool]);
  useEffect(() => {
    if (tool === null) drawing?.show(geometry);
  }, [drawing, tool, geometry]);
  return { failed, ready: drawing !== null };
}
