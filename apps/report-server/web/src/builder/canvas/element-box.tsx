import type { PointerEvent } from 'react';
import type { Element } from '@cairn/report-engine/browser';
import { useBuilder } from '../builder-context.tsx';
import { HANDLES, type Handle } from '../model/drag.ts';
import { childrenOf } from '../model/elements.ts';
import { styleOf } from '../model/styles.ts';
import { elementName } from './describe.ts';
import { ElementContent } from './element-content.tsx';
import { cssOf } from './element-style.ts';
import type { ElementDrag } from './use-element-drag.ts';
import classes from './canvas.module.css';

export interface BoxTools {
  scale: number;
  drag: ElementDrag | null;
  /** Ids of elements with findings. */
  faulty: ReadonlySet<string>;
  startMove: (event: PointerEvent, id: string) => void;
  startResize: (event: PointerEvent, id: string, handle: Handle) => void;
}

/** An element on the canvas, with what it contains. Tab leads to it, arrow keys move it. */
export function ElementBox({ element, tools }: { element: Element; tools: BoxTools }) {
  const { template, ids, select } = useBuilder();
  const { scale, drag, faulty, startMove, startResize } = tools;
  const style = styleOf(element, template.styles);
  const isChosen = ids.includes(element.id);
  const change = drag?.ids.includes(element.id) ? drag.change : null;
  const inner = childrenOf(element);
  const holds = element.kind === 'frame' || element.kind === 'list';
  return (
    <div
      className={classes.box}
      data-element={element.id}
      data-kind={element.kind}
      data-chosen={isChosen || undefined}
      data-faulty={faulty.has(element.id) || undefined}
      role={holds ? 'group' : 'button'}
      {...(holds ? { 'aria-current': isChosen } : { 'aria-pressed': isChosen })}
      aria-label={elementName(element)}
      tabIndex={0}
      style={{
        ...(element.kind === 'rectangle' || element.kind === 'ellipse' ? {} : cssOf(style, scale)),
        left: (element.x + (change?.dx ?? 0)) * scale,
        top: (element.y + (change?.dy ?? 0)) * scale,
        width: (element.width + (change?.dWidth ?? 0)) * scale,
        height: (element.height + (change?.dHeight ?? 0)) * scale,
      }}
      onPointerDown={(event) => startMove(event, element.id)}
      onFocus={(event) => {
        // The pointer chooses by itself, because of Shift and Ctrl.
        if (
          event.target === event.currentTarget &&
          event.currentTarget.matches(':focus-visible') &&
          !isChosen
        )
          select({ kind: 'elements', ids: [element.id] });
      }}
    >
      <ElementContent element={element} style={style} scale={scale} />
      {inner.map((child) => (
        <ElementBox key={child.id} element={child} tools={tools} />
      ))}
      {isChosen && ids.length === 1
        ? handlesOf(element, scale).map((handle) => (
            <span
              key={handle}
              className={classes.handle}
              data-handle={handle}
              aria-hidden
              onPointerDown={(event) => startResize(event, element.id, handle)}
            />
          ))
        : null}
    </div>
  );
}

/** Pixels below which handles in the middle of a side would cover the element. */
const SMALL = 28;

function handlesOf({ width, height }: Element, scale: number): readonly Handle[] {
  return HANDLES.filter((handle) => {
    if (handle === 'e' || handle === 'w') return height * scale >= SMALL || height === 0;
    return handle === 'n' || handle === 's' ? width * scale >= SMALL && height > 0 : true;
  });
}
