import { errorPosition } from './error-position.ts';
import styles from '../derive.module.css';

/** The text with a mark at the place of the fault; nothing when the sentence names no place. */
export function ErrorMark({ text, problem }: { text: string; problem: string }) {
  const place = errorPosition(text, problem);
  if (!place) return null;
  return (
    <pre className={styles.fault} aria-hidden>
      {place.before}
      <mark>{place.at || ' '}</mark>
      {place.after}
    </pre>
  );
}
