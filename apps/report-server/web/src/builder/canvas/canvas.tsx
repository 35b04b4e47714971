import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { printableWidth } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import type { TemplateFinding } from '../../library/types.ts';
import { useBuilder } from '../builder-context.tsx';
import { listLanes } from '../model/bands.ts';
import { AddBandMenu } from './add-band-menu.tsx';
import { Lane } from './lane.tsx';
import { Ruler } from './ruler.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useElementDrag } from './use-element-drag.ts';
import styles from './canvas.module.css';

const RULER = 16;
const LEAST_SCALE = 0.42;
const MOST_SCALE = 1.6;

interface Props {
  findings: readonly TemplateFinding[];
  focusProperties: () => void;
}

/** The bands of the report below each other, as wide as the room allows. */
export function Canvas({ findings, focusProperties }: Props) {
  const { template } = useBuilder();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { onKeyDown, said } = useCanvasKeys(focusProperties);
  const room = printableWidth(template.page);
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, (width - RULER - 2) / room));
  const { drag, startMove, startResize } = useElementDrag(scale);
  const faulty = useMemo(() => new Set(findings.flatMap(({ element }) => element ?? [])), [findings]);
  const tools = { scale, drag, faulty, startMove, startResize };
  return (
    // The keys belong to the elements in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.canvas} onKeyDown={onKeyDown}>
      <div ref={ref} className={styles.measure} />
      <div className={styles.top}>
        <Ruler length={room} scale={scale} direction="across" />
      </div>
      {listLanes(template).map((lane) => (
        <Lane key={lane.path} lane={lane} tools={tools} />
      ))}
      <AddBandMenu />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <p className={styles.keys}>{t('builder.keys')}</p>
    </div>
  );
}
