import { useEffect, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { tui } from '../i18n.ts';
import { isBasemapSource, paintBasemap } from './basemap.ts';
import { canDraw, startMap, stopMap } from './engine.ts';
import { copyForPrint } from './print-copy.ts';
import type { MapViewState } from './types.ts';

/** Why the map shows nothing, or less than it should. */
export type MapProblem = 'noWebgl' | 'lost' | 'noBasemap' | 'noTiles' | { picture: string };

export interface LivingMap {
  /** Null until the style is loaded and layers can be added. */
  map: MapLibre | null;
  problem: MapProblem | null;
}

interface Options {
  label: string;
  /** Id of the text that explains the keys. */
  describedBy: string;
  dark: boolean;
  initialView?: MapViewState | undefined;
  controls: boolean;
}

/** A map for as long as the component lives; `data-map-state` of its container says busy, idle or failed. */
export function useMap(container: RefObject<HTMLDivElement | null>, options: Options): LivingMap {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [problem, setProblem] = useState<MapProblem | null>(null);
  const first = useRef(options);

  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const { dark, initialView, label, controls } = first.current;
    const fail = () => {
      element.dataset.mapState = 'failed';
      setProblem('noWebgl');
    };
    if (!canDraw()) return fail();
    let started: MapLibre;
    try {
      started = startMap({ container: element, dark, view: initialView, locale: words(label), controls });
    } catch {
      return fail();
    }
    watch(started, element, setProblem);
    started.once('style.load', () => setMap(started));
    return () => {
      setMap(null);
      stopMap(started);
    };
  }, [container]);

  useEffect(() => {
    if (map) paintBasemap(map, options.dark);
  }, [map, options.dark]);

  useEffect(() => (map ? copyForPrint(map) : undefined), [map]);

  useEffect(() => {
    map?.getCanvas().setAttribute('aria-label', options.label);
    map?.getCanvas().setAttribute('aria-describedby', options.describedBy);
  }, [map, options.label, options.describedBy]);

  return { map, problem };
}

function watch(
  map: MapLibre,
  element: HTMLElement,
  report: Dispatch<SetStateAction<MapProblem | null>>,
): void {
  const say = (state: 'busy' | 'idle') => () => (element.dataset.mapState = state);
  say('busy')();
  map.on('idle', say('idle'));
  map.on('movestart', say('busy'));
  map.on('dataloading', say('busy'));
  sayIdleAfterSilence(map, say('idle'));
  // The next view asks for tiles again.
  map.on('movestart', () => report((before) => (before === 'noTiles' ? null : before)));
  map.on('webglcontextlost', () => report('lost'));
  map.on('webglcontextrestored', () => report(null));
  map.on('error', (event) => {
    const source = (event as { sourceId?: string }).sourceId;
    if (isBasemapSource(source)) report('noBasemap');
    else if (source?.startsWith('data:')) report('noTiles');
    else if (source?.startsWith('image:')) report({ picture: source.slice('image:'.length) });
  });
}

/** A picture that finishes loading between two frames is drawn, but MapLibre 6 does not call itself idle then. */
function sayIdleAfterSilence(map: MapLibre, idle: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  map.on('render', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (map.loaded() && !map.isMoving()) idle();
    }, 300);
  });
  map.on('remove', () => clearTimeout(timer));
}

function words(label: string): Record<string, string> {
  return {
    'Map.Title': label,
    'NavigationControl.ZoomIn': tui('map.zoomIn'),
    'NavigationControl.ZoomOut': tui('map.zoomOut'),
    'CooperativeGesturesHandler.WindowsHelpText': tui('map.scrollHint'),
    'CooperativeGesturesHandler.MacHelpText': tui('map.scrollHintMac'),
    'CooperativeGesturesHandler.MobileHelpText': tui('map.touchHint'),
  };
}
