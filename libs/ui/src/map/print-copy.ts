import type { Map as MapLibre } from 'maplibre-gl';
import styles from './map.module.css';

/** A WebGL canvas is empty on paper: while the page is printed, a copy of its pixels covers it. Returns what stops that. */
export function copyForPrint(map: MapLibre): () => void {
  let copy: HTMLCanvasElement | null = null;
  const add = () => {
    const drawn = map.redraw().getCanvas();
    copy = document.createElement('canvas');
    copy.className = styles.printed ?? '';
    copy.width = drawn.width;
    copy.height = drawn.height;
    copy.getContext('2d')?.drawImage(drawn, 0, 0);
    drawn.after(copy);
  };
  const remove = () => copy?.remove();
  window.addEventListener('beforeprint', add);
  window.addEventListener('afterprint', remove);
  return () => {
    window.removeEventListener('beforeprint', add);
    window.removeEventListener('afterprint', remove);
  };
}
