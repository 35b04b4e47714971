import { IconMapOff } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import type { MapProblem } from './use-map.ts';
import type { MapImage } from './types.ts';
import styles from './map.module.css';

interface MapProblemNoteProps {
  problem: MapProblem | null;
  images: MapImage[];
}

/** Says why the map shows nothing, or less than it should. */
export function MapProblemNote({ problem, images }: MapProblemNoteProps) {
  if (!problem) return null;
  if (problem === 'noWebgl') return <MapCannotDraw sentence={tui('map.noWebgl')} />;
  const title =
    typeof problem === 'object' ? images.find(({ id }) => id === problem.picture)?.title : undefined;
  const sentence = typeof problem === 'object' ? tui('map.noPicture', { title }) : tui(`map.${problem}`);
  return (
    <p className={styles.note} role="status">
      {sentence}
    </p>
  );
}

/** Shown in place of the map. */
export function MapCannotDraw({ sentence }: { sentence: string }) {
  return (
    <div className={styles.instead} role="alert">
      <IconMapOff size={28} stroke={1.5} aria-hidden />
      <p>{sentence}</p>
    </div>
  );
}
