import { useEffect, useMemo, useState } from 'react';
import { Alert, Button, Switch } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Facts, formatDuration, formatNumber, t } from '@cairn/ui';
import type { AnalysisCapabilities, AnalysisResult } from '../../client.ts';
import { saveFile } from '../export/save-file.ts';
import { usePanes } from '../layout/pane-choice.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { useAnalysisOnMap } from './analysis-context.tsx';
import { measuredBy, toMap } from './result-layer.ts';
import { ResultTable } from './result-table.tsx';
import type { AnalysisRun } from './use-analysis-run.ts';
import styles from './analysis.module.css';

interface ResultViewProps {
  result: AnalysisResult;
  run: AnalysisRun;
  capabilities: AnalysisCapabilities;
}

/** Beyond it, SRIDs are those that PostGIS makes for an extent. */
const LAST_EPSG = 998_999;
const SPHEROID = 4326;

/** The result of an analysis: on the map, in words, and as a table. */
export function ResultView({ result, run, capabilities }: ResultViewProps) {
  const { source, tree, change } = useExplorer();
  const { shown: panes } = usePanes();
  const [showsRows, setShowsRows] = useState(true);
  const title = capabilities.analyses.find(({ id }) => id === result.analysis)?.title ?? result.analysis;
  const onMap = useMemo(() => toMap(result, title), [result, title]);
  useOnMap(onMap, showsRows);
  const { counts } = result;
  const count = counts.output;
  const isStale = JSON.stringify(tree ?? null) !== JSON.stringify(run.filter ?? null);
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(result.features)], { type: 'application/geo+json' }),
      `${source.table} ${result.analysis}.geojson`,
    );
  return (
    <section
      ref={bringIntoView}
      className={`${styles.result} ${styles.scrolledTo}`}
      aria-label={t('analysis.result.title')}
      data-analysis-result={count}
    >
      <h3 role="status">
        {count === 0
          ? t('analysis.result.none')
          : t('analysis.result.found', { count, all: formatNumber(count) })}
      </h3>
      {isStale ? <Alert variant="light">{t('analysis.result.stale')}</Alert> : null}
      {result.warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light">
          {warning}
        </Alert>
      ))}
      {panes.includes('map') ? null : (
        <p className={styles.note}>
          {t('analysis.result.mapHidden')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => change({ show: '' })}>
            {t('analysis.result.showMap')}
          </Button>
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={count === 0}
          onClick={save}
        >
          {t('analysis.result.download')}
        </Button>
        <Button size="xs" variant="default" className={styles.toMap} onClick={scrollToMap}>
          {t('analysis.result.showMap')}
        </Button>
      </div>
      <Switch
        size="xs"
        label={t('analysis.result.showRows')}
        checked={showsRows}
        onChange={(event) => setShowsRows(event.currentTarget.checked)}
      />
      <ResultTable features={onMap.layer.data.features} measured={measuredBy(result, onMap.layer)} />
      <p className={styles.note}>{t('analysis.result.method', { method: result.method })}</p>
      <Facts
        entries={[
          [t('analysis.result.system'), systemOf(result.srid_used)],
          [t('analysis.result.input'), formatNumber(counts.input)],
          [t('analysis.result.dropped'), numberOrNone(counts.dropped_null + counts.dropped_empty)],
          [t('analysis.result.repaired'), numberOrNone(counts.repaired)],
          [t('analysis.result.took'), durationOf(result.elapsed_ms)],
        ]}
      />
    </section>
  );
}

/** What has come is below the form. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' });
}

/** Draws the result for as long as it is shown here. */
function useOnMap(onMap: ReturnType<typeof toMap>, showsRows: boolean): void {
  const { show, pick } = useAnalysisOnMap();
  useEffect(() => show({ ...onMap, showsRows }), [show, onMap, showsRows]);
  useEffect(
    () => () => {
      show(null);
      pick(null);
    },
    [show, pick, onMap],
  );
}

/** Where the views are below the panel. */
function scrollToMap(): void {
  document.querySelector('[data-cairn-map]')?.scrollIntoView({ block: 'center' });
}

function systemOf(srid: number): string {
  if (srid === SPHEROID) return t('analysis.result.spheroid');
  return t(srid > LAST_EPSG ? 'analysis.result.ownSystem' : 'analysis.result.epsg', { srid });
}

function durationOf(ms: number): string {
  return ms < 1_000 ? t('analysis.result.milliseconds', { count: ms }) : formatDuration(ms / 1_000);
}

function numberOrNone(value: number): string | null {
  return value === 0 ? null : formatNumber(value);
}
