import { IconFileUpload, IconLock } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { tui } from '../i18n.ts';
import { useCurrentDropTarget, type DropTarget } from './drop-target.ts';
import classes from './file-drops.module.css';

/**
 * Shows an overlay while files are dragged over the window, if the page takes them. Without such a page a drop does nothing;
 * by default the browser would leave the page and open the file.
 */
export function FileDrops() {
  const target = useCurrentDropTarget();
  const isOver = useFilesOverWindow(target);
  if (!isOver || !target) return null;
  const { title, refusal } = target;
  const Icon = refusal === undefined ? IconFileUpload : IconLock;
  return (
    <div className={classes.overlay} data-refused={refusal !== undefined || undefined} role="status">
      <div className={classes.words}>
        <Icon size={36} stroke={1.5} aria-hidden />
        <strong>{refusal === undefined ? title : tui('drop.refused')}</strong>
        {refusal === undefined ? null : <span>{refusal}</span>}
      </div>
    </div>
  );
}

function useFilesOverWindow(target: DropTarget | null): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(target);
  latest.current = target;
  // The mouse does not move during a drag: its end was lost, as when the element below was replaced at that moment.
  useLayoutEffect(() => {
    const onMove = () => setOver(false);
    if (isOver) window.addEventListener('mousemove', onMove);
    return () => window.removeEventListener('mousemove', onMove);
  }, [isOver]);
  useLayoutEffect(() => {
    const controller = new AbortController();
    const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listen: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files')) listen(event);
        },
        { signal: controller.signal },
      );
    const answer = (event: DragEvent) => {
      if (isTaken(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = takes(latest.current) ? 'copy' : 'none';
    };
    on('dragenter', (event) => {
      setOver(!isDialogOpen());
      // A drop may follow as soon as the files have entered an element.
      answer(event);
    });
    on('dragover', answer);
    // Without a related target the files left the window, or the drag was cancelled.
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on('drop', (event) => {
      setOver(false);
      if (isTaken(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (takes(latest.current) && files.length > 0) latest.current?.onFiles(files);
    });
    return () => controller.abort();
  }, []);
  return isOver;
}

function takes(target: DropTarget | null): boolean {
  return target !== null && target.refusal === undefined && !isDialogOpen();
}

/** Whether a drop zone of the page or a file input handles the event. */
function isTaken({ defaultPrevented, target }: DragEvent): boolean {
  return defaultPrevented || (target instanceof HTMLInputElement && target.type === 'file');
}

/** A drop behind an open dialog must not leave the page. */
function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
