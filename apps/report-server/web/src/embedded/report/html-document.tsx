import { useEffect, useRef, useState } from 'react';
import classes from '../embedded.module.css';

interface Props {
  html: string;
  title: string;
  zoom: number;
  isStale: boolean;
  /** Whether its links may be followed, in a window of their own. */
  canFollow: boolean;
  frame: React.RefObject<HTMLIFrameElement | null>;
  onShown: () => void;
}

/**
 * The HTML of a report in a frame of its own, as high as its content. The frame has no scripts; its styles and those of the page
 * do not meet.
 */
export function HtmlDocument({ html, title, zoom, isStale, canFollow, frame, onShown }: Props) {
  const [height, setHeight] = useState(160);
  const [isLoaded, setLoaded] = useState(0);
  const shown = useRef(onShown);
  shown.current = onShown;

  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (isLoaded === 0 || !inner?.body) return undefined;
    inner.body.style.setProperty('zoom', String(zoom));
    const measure = () => setHeight(Math.ceil(heightOf(inner)) + 2);
    const observer = new ResizeObserver(measure);
    observer.observe(inner.body);
    measure();
    return () => observer.disconnect();
  }, [isLoaded, zoom, frame]);

  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (isLoaded === 0 || !inner) return undefined;
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a[href]');
      if (!link) return;
      event.preventDefault();
      if (canFollow) window.open((link as HTMLAnchorElement).href, '_blank', 'noopener,noreferrer');
    };
    inner.addEventListener('click', follow);
    return () => inner.removeEventListener('click', follow);
  }, [isLoaded, canFollow, frame]);

  return (
    <iframe
      ref={frame}
      className={classes.document}
      data-stale={isStale || undefined}
      title={title}
      srcDoc={html}
      sandbox="allow-same-origin allow-modals"
      style={{ height }}
      onLoad={() => {
        setLoaded((count) => count + 1);
        shown.current();
      }}
    />
  );
}

function heightOf({ body, defaultView }: Document): number {
  const { bottom } = body.getBoundingClientRect();
  const margin = defaultView ? Number.parseFloat(defaultView.getComputedStyle(body).marginBottom) : 0;
  return bottom + (defaultView?.scrollY ?? 0) + margin;
}
