import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { IconGripVertical } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import styles from './compare.module.css';

interface SwipeDividerProps {
  /** Percent of the width that shows the left version. */
  share: number;
  onMove: (share: number) => void;
  left: number;
  right: number;
}

const STEP = 2;
const LEAP = 10;

/** The divider between two overlaid maps: dragged, or moved with the keyboard. */
export function SwipeDivider({ share, onMove, left, right }: SwipeDividerProps) {
  const line = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const stage = line.current?.parentElement?.getBoundingClientRect();
    if (!stage || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onMove(within((100 * (event.clientX - stage.left)) / stage.width));
  };
  const press = (event: KeyboardEvent) => {
    const next = afterKey(event.key, event.shiftKey ? LEAP : STEP, share);
    if (next === null) return;
    event.preventDefault();
    onMove(within(next));
  };
  const percent = Math.round(share);
  return (
    <div
      ref={line}
      className={styles.divider}
      role="slider"
      tabIndex={0}
      aria-label={t('compare.divider')}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={t('compare.dividerAt', { left, right, percent })}
      title={t('compare.dividerHint')}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      <span className={styles.grip} aria-hidden>
        <IconGripVertical size={16} />
      </span>
    </div>
  );
}

function afterKey(key: string, step: number, share: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return share - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return share + step;
    case 'PageDown':
      return share - LEAP;
    case 'PageUp':
      return share + LEAP;
    case 'Home':
      return 0;
    case 'End':
      return 100;
    default:
      return null;
  }
}

function within(share: number): number {
  return Math.min(100, Math.max(0, share));
}
