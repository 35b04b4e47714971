import { IconGripHorizontal } from '@tabler/icons-react';
import { useState, type DragEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { printableWidth } from '@cairn/report-engine/browser';
import { formatNumber, t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { updateBand, type Lane as BandLane } from '../model/bands.ts';
import { round } from '../model/elements.ts';
import { overlaps, type Rect } from '../model/snap.ts';
import { EXPRESSION_TYPE, useInsert } from '../sources/use-insert.ts';
import { bandName } from './describe.ts';
import { ElementBox, type BoxTools } from './element-box.tsx';
import { followPointer } from './follow-pointer.ts';
import { Ruler } from './ruler.tsx';
import styles from './canvas.module.css';

/** A band: its name, its elements between the margins, and the edge by which its height is changed. */
export function Lane({ lane, tools }: { lane: BandLane; tools: BoxTools }) {
  const { template, selection, ids, select, edit } = useBuilder();
  const insert = useInsert();
  const [growth, setGrowth] = useState(0);
  const [frame, setFrame] = useState<Rect | null>(null);
  const { path, band } = lane;
  const { scale, drag } = tools;
  const name = bandName(lane, template.groups);
  const width = printableWidth(template.page);
  const height = Math.max(0, band.height + growth);
  const isChosen = selection.kind === 'band' && selection.path === path;
  const holdsDrag = drag !== null && band.elements.some(({ id }) => drag.ids.includes(id));
  const guides = holdsDrag ? drag.change.guides : null;
  const setHeight = (next: number) =>
    edit((now) => updateBand(now, path, { height: Math.max(0, round(next)) }), { joint: `height ${path}` });

  /** A press chooses the band, and a drag the elements that its frame touches. */
  function startFrame(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || event.target !== event.currentTarget) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const from = { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
    const before = event.shiftKey ? ids : [];
    let last: Rect | null = null;
    followPointer(event, {
      onMove({ dx, dy }) {
        if (last === null && Math.hypot(dx, dy) < 4) return;
        const [w, h] = [dx / scale, dy / scale];
        last = {
          x: Math.min(from.x, from.x + w),
          y: Math.min(from.y, from.y + h),
          width: Math.abs(w),
          height: Math.abs(h),
        };
        setFrame(last);
      },
      onEnd(end) {
        setFrame(null);
        if (end === null) return;
        const rect = last;
        const touched =
          rect === null ? [] : band.elements.filter((element) => overlaps(element, rect)).map(({ id }) => id);
        select(
          touched.length > 0
            ? { kind: 'elements', ids: [...new Set([...before, ...touched])] }
            : { kind: 'band', path },
        );
      },
    });
  }

  function startHeight(event: PointerEvent): void {
    event.preventDefault();
    let last = 0;
    followPointer(event, {
      onMove({ dy, event: now }) {
        last = now.altKey ? dy / scale : Math.round((band.height + dy / scale) / 5) * 5 - band.height;
        setGrowth(last);
      },
      onEnd(end) {
        setGrowth(0);
        if (end !== null && last !== 0) setHeight(band.height + last);
      },
    });
  }

  function pressOnEdge(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setHeight(band.height + step * (event.shiftKey ? 10 : 1));
  }

  function drop(event: DragEvent<HTMLDivElement>): void {
    const expression = event.dataTransfer.getData(EXPRESSION_TYPE);
    if (expression === '') return;
    event.preventDefault();
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const at = { x: snapped((event.clientX - left) / scale), y: snapped((event.clientY - top) / scale) };
    insert({ kind: 'field', expression, at }, path);
  }

  return (
    <section className={styles.lane} aria-label={name} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={styles.strip}
        data-strip={path}
        aria-pressed={isChosen}
        onClick={() => select({ kind: 'band', path })}
      >
        <span>{name}</span>
        <span className={styles.height}>{t('builder.points', { number: formatNumber(round(height)) })}</span>
      </button>
      <div className={styles.row}>
        <Ruler length={height} scale={scale} direction="down" />
        {/* The keys of the canvas do the same for those who use no pointer. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          className={styles.paper}
          data-band={path}
          style={{ width: width * scale, height: height * scale }}
          onPointerDown={startFrame}
          onDragOver={(event) => event.dataTransfer.types.includes(EXPRESSION_TYPE) && event.preventDefault()}
          onDrop={drop}
        >
          {band.elements.map((element) => (
            <ElementBox key={element.id} element={element} tools={tools} />
          ))}
          {guides?.x == null ? null : (
            <span className={styles.guideDown} style={{ left: guides.x * scale }} />
          )}
          {guides?.y == null ? null : (
            <span className={styles.guideAcross} style={{ top: guides.y * scale }} />
          )}
          {frame ? (
            <span
              className={styles.frame}
              style={{
                left: frame.x * scale,
                top: frame.y * scale,
                width: frame.width * scale,
                height: frame.height * scale,
              }}
            />
          ) : null}
        </div>
      </div>
      <div
        className={styles.edge}
        role="separator"
        aria-orientation="horizontal"
        aria-label={t('builder.heightOf', { band: name })}
        aria-valuenow={round(height)}
        aria-valuemin={0}
        tabIndex={0}
        onPointerDown={startHeight}
        onKeyDown={pressOnEdge}
      >
        <IconGripHorizontal size={12} aria-hidden />
      </div>
    </section>
  );
}

function snapped(points: number): number {
  return Math.max(0, Math.round(points / 5) * 5);
}
