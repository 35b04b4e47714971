import { useMemo, useRef, useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { IconPolygon, IconRectangle, IconZoomScan } from '@tabler/icons-react';
import { sentenceOf, t } from '@cairn/ui';
import { MapView, useAddressView, useDrawing, type Bbox, type DrawTool, type MapFocus } from '@cairn/ui/map';
import { PaneFrame } from '../layout/pane-frame.tsx';
import { addClause, areasOf } from '../filter/filter.ts';
import { roundArea } from '../filter/area.ts';
import { useAnalysisOnMap } from '../analysis/analysis-context.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { useFilteredExtent } from './use-filtered-extent.ts';
import { usePickedRow } from './use-picked-row.tsx';
import { colorable, useClasses } from './use-classes.ts';
import { useTileLayer } from './use-tile-layer.ts';
import styles from './map.module.css';

/** The click that ends a drawing picks nothing. */
const LAST_CLICK_MS = 500;

const TOOLS = [
  { tool: 'rectangle', Icon: IconRectangle },
  { tool: 'polygon', Icon: IconPolygon },
] as const;

/** The filtered rows on the map; a box or a polygon that is drawn on it filters. */
export function MapPane() {
  const { source, state, setFilter, pickRow, change } = useExplorer();
  const { metadata } = source;
  const [map, setMap] = useState<MapLibre | null>(null);
  const [tool, setTool] = useState<DrawTool | null>(null);
  /** Where a person had the map look, and the result that it has shown since. */
  const [zoomed, setZoomed] = useState<{ focus: MapFocus; since: MapFocus | null } | null>(null);
  const drawnAt = useRef(-Infinity);
  const [geometry] = metadata.geometry;
  const classes = useClasses(state.color);
  const layer = useTileLayer(state.color, classes.data ?? undefined);
  const analysis = useAnalysisOnMap();
  const { shown: result } = analysis;
  const layers = useMemo(
    () => [...(layer && result?.showsRows !== false ? [layer] : []), ...(result ? [result.layer] : [])],
    [layer, result],
  );
  const picked = usePickedRow();
  const { initialView, reportView } = useAddressView('at');
  const [area] = areasOf(state.filter);
  const drawing = useDrawing(tool || area ? map : null, {
    tool,
    geometry: area?.clause.value ?? null,
    onDrawn: (drawn) => {
      setTool(null);
      drawnAt.current = performance.now();
      if (drawn.type !== 'Polygon' || !geometry) return;
      const value = roundArea(drawn);
      if (!area) setFilter(addClause(state.filter, { geometry: geometry.column, op: 'intersects', value }));
      else setFilter(state.filter.with(area.at, { anyOf: [{ ...area.clause, value }] }));
    },
  });
  const resultFocus = result?.focus ?? null;
  const zoomTo = useFilteredExtent((bounds) => setZoomed({ focus: { bounds }, since: resultFocus }));
  return (
    <PaneFrame
      title={t('map.title')}
      busy={classes.isFetching}
      tools={
        <>
          <NativeSelect
            size="xs"
            w={150}
            aria-label={t('map.colorBy')}
            data={[
              { value: '', label: t('map.oneColor') },
              ...colorable(metadata.columns).map(({ name }) => ({ value: name, label: name })),
            ]}
            value={state.color}
            onChange={(event) => change({ color: event.currentTarget.value })}
          />
          <span role="group" aria-label={t('map.draw')} className={styles.tools}>
            {TOOLS.map(({ tool: each, Icon }) => (
              <Tooltip key={each} label={t(`map.tools.${each}`)}>
                <ActionIcon
                  size={30}
                  variant={tool === each ? 'filled' : 'default'}
                  aria-pressed={tool === each}
                  aria-label={t(`map.tools.${each}`)}
                  disabled={!map}
                  onClick={() => setTool(tool === each ? null : each)}
                >
                  <Icon size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ))}
          </span>
          <Tooltip label={t('map.zoomToRows')}>
            <ActionIcon
              size={30}
              variant="default"
              aria-label={t('map.zoomToRows')}
              loading={zoomTo.isPending}
              onClick={() => zoomTo.mutate()}
            >
              <IconZoomScan size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <div className={styles.map}>
        <MapView
          label={t('map.label', { table: source.table })}
          height="100%"
          legend="strip"
          layers={layers}
          extent={(geometry?.extent_wgs84 ?? undefined) as Bbox | undefined}
          selectedId={analysis.pickedId ?? (state.row || null)}
          details={analysis.pickedId === null ? picked : undefined}
          focus={zoomed?.since === resultFocus ? zoomed.focus : resultFocus}
          onMap={setMap}
          onFeatureClick={(hit) => {
            const isDrawing = tool !== null || performance.now() - drawnAt.current < LAST_CLICK_MS;
            if (isDrawing) return;
            const isResult = result !== null && hit?.layerId === result.layer.id;
            analysis.pick(isResult ? String(hit.id) : null);
            if (!isResult) pickRow(hit ? String(hit.id) : '');
          }}
          initialView={initialView}
          onViewChange={reportView}
        />
        {tool || drawing.failed ? (
          <p className={styles.hint} role="status">
            {t(
              drawing.failed
                ? 'map.drawFailed'
                : drawing.ready
                  ? `map.drawing.${tool}`
                  : 'map.drawing.loading',
            )}
            {tool ? (
              <Button size="compact-xs" variant="subtle" onClick={() => setTool(null)}>
                {t('map.stopDrawing')}
              </Button>
            ) : null}
          </p>
        ) : null}
      </div>
      {classes.error ? (
        <p className={styles.note} role="status">
          {t('map.noClasses', { reason: sentenceOf(classes.error) })}
        </p>
      ) : null}
    </PaneFrame>
  );
}
