import { t } from '@cairn/ui';
import { ActionIcon, Alert, Group, NumberInput, Text, TextInput, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import 'pdfjs-dist/web/pdf_viewer.css';
import classes from './viewer.module.css';
import { openPdf, type OpenPdf } from './open-pdf.ts';

interface Props {
  document: ArrayBuffer;
  title: string;
  /** Hides the bar where an embedding page says so. */
  toolbar?: boolean;
  zoom?: boolean;
}

/** The pages of a PDF with text that can be selected and searched: arrow keys turn pages, + and − zoom. */
export function PdfDocument({ document, title, toolbar = true, zoom = true }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const [matches, setMatches] = useState<{ current: number; total: number } | null>(null);

  useEffect(() => {
    if (!container.current) return undefined;
    // A copy, because the library hands the bytes to its worker.
    const opening = openPdf(container.current, document.slice(0), {
      onPage: setPage,
      onMatches: (current, total) => setMatches({ current, total }),
    });
    let isShown = true;
    opening
      .then((open) => {
        if (!isShown) return;
        setPdf(open);
        setPages(open.pages);
      })
      .catch(() => isShown && setBroken(true));
    return () => {
      isShown = false;
      opening.then((open) => open.close()).catch(() => undefined);
    };
  }, [document]);

  useEffect(() => {
    const element = container.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (!pdf) return;
    const step = { PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) pdf.showPage(page + step);
    else if (zoom && (event.key === '+' || event.key === '-')) pdf.zoom(event.key === '+' ? 1.2 : 1 / 1.2);
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes.document}>
      {toolbar && (
        <Group className={classes.toolbar} gap={6} role="toolbar" aria-label={t('viewer.toolbar')}>
          <Tool label={t('viewer.previousPage')} disabled={page <= 1} onClick={() => pdf?.showPage(page - 1)}>
            <IconChevronLeft size={18} />
          </Tool>
          <NumberInput
            aria-label={t('viewer.page')}
            size="xs"
            w={64}
            hideControls
            min={1}
            max={pages}
            value={page}
            onChange={(value) => typeof value === 'number' && pdf?.showPage(value)}
          />
          <Text size="sm" c="dimmed">
            {t('viewer.ofPages', { count: pages })}
          </Text>
          <Tool label={t('viewer.nextPage')} disabled={page >= pages} onClick={() => pdf?.showPage(page + 1)}>
            <IconChevronRight size={18} />
          </Tool>
          {zoom && (
            <>
              <Tool label={t('viewer.zoomOut')} onClick={() => pdf?.zoom(1 / 1.2)}>
                <IconZoomOut size={18} />
              </Tool>
              <Tool label={t('viewer.zoomIn')} onClick={() => pdf?.zoom(1.2)}>
                <IconZoomIn size={18} />
              </Tool>
            </>
          )}
          <TextInput
            className={classes.search}
            size="xs"
            aria-label={t('viewer.search')}
            placeholder={t('viewer.search')}
            onChange={(event) => pdf?.find(event.currentTarget.value, { again: false })}
            onKeyDown={(event) =>
              event.key === 'Enter' && pdf?.find(event.currentTarget.value, { again: true })
            }
          />
          <Text size="sm" c="dimmed" role="status">
            {matches && t('viewer.matches', matches)}
          </Text>
        </Group>
      )}
      {isBroken && <Alert color="red" title={t('viewer.broken')} />}
      <div className={classes.pages}>
        {/* The library wants its container positioned absolutely. */}
        <div ref={container} className={classes.scroll} tabIndex={0} role="document" aria-label={title}>
          <div className="pdfViewer" />
        </div>
      </div>
    </div>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
