import type { Template } from '@cairn/report-engine/browser';
import { changeElements, findElement, round } from './elements.ts';
import { unionOf } from './snap.ts';

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom' | 'width' | 'height';

/** Aligns elements with each other; `width` and `height` make them as large as the largest. */
export function alignElements(template: Template, ids: readonly string[], alignment: Alignment): Template {
  const rects = ids.flatMap((id) => findElement(template, id)?.element ?? []);
  const box = unionOf(rects);
  const widest = Math.max(...rects.map(({ width }) => width));
  const highest = Math.max(...rects.map(({ height }) => height));
  return changeElements(template, ids, (element) => {
    const { width, height } = element;
    switch (alignment) {
      case 'left':
        return { ...element, x: box.x };
      case 'center':
        return { ...element, x: round(box.x + (box.width - width) / 2) };
      case 'right':
        return { ...element, x: round(box.x + box.width - width) };
      case 'top':
        return { ...element, y: box.y };
      case 'middle':
        return { ...element, y: round(box.y + (box.height - height) / 2) };
      case 'bottom':
        return { ...element, y: round(box.y + box.height - height) };
      case 'width':
        return { ...element, width: widest };
      case 'height':
        return { ...element, height: highest };
    }
  });
}
