import styles from './canvas.module.css';

interface Props {
  /** Points. */
  length: number;
  scale: number;
  direction: 'across' | 'down';
}

/** Marks each 10 points, with the number each 50 (or 100, where they would touch). */
export function Ruler({ length, scale, direction }: Props) {
  const across = direction === 'across';
  const size = length * scale;
  const named = scale < 0.7 ? 100 : 50;
  const marks = Array.from({ length: Math.floor(length / 10) + 1 }, (_, i) => i * 10);
  return (
    <svg
      className={styles.ruler}
      width={across ? size : 16}
      height={across ? 16 : size}
      aria-hidden
      focusable="false"
    >
      {marks.map((mark) => {
        const at = mark * scale;
        const long = mark % named === 0 ? 8 : mark % 50 === 0 ? 6 : 3;
        return across ? (
          <line key={mark} x1={at} x2={at} y1={16 - long} y2={16} />
        ) : (
          <line key={mark} x1={16 - long} x2={16} y1={at} y2={at} />
        );
      })}
      {across
        ? marks
            .filter((mark) => mark % named === 0 && mark > 0)
            .map((mark) => (
              <text key={mark} x={mark * scale + 2} y={8}>
                {mark}
              </text>
            ))
        : null}
    </svg>
  );
}
