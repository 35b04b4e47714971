import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
// Vite makes it the address of the file.
// oxlint-disable-next-line import/default
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerAddress;

export interface OpenPdf {
  pages: number;
  showPage(page: number): void;
  /** Multiplies the scale. */
  zoom(factor: number): void;
  find(text: string, options: { again: boolean }): void;
  close(): void;
}

interface PdfListener {
  onPage(page: number): void;
  onMatches(current: number, total: number): void;
}

/**
 * Shows a PDF in a container whose first child takes its pages. Pages far from view are not drawn.
 * @throws {Error} for bytes that are no PDF
 */
export async function openPdf(
  container: HTMLDivElement,
  bytes: ArrayBuffer,
  listener: PdfListener,
): Promise<OpenPdf> {
  // It reads the library from a global when it loads.
  const { EventBus, PDFFindController, PDFLinkService, PDFViewer } =
    await import('pdfjs-dist/web/pdf_viewer.mjs');
  const events = new EventBus();
  const linkService = new PDFLinkService({ eventBus: events });
  const findController = new PDFFindController({ eventBus: events, linkService });
  const viewer = new PDFViewer({ container, eventBus: events, linkService, findController });
  linkService.setViewer(viewer);
  events.on('pagesinit', () => {
    // A reader who has left already took the container along.
    if (container.isConnected) viewer.currentScaleValue = 'page-width';
  });
  events.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => listener.onPage(pageNumber));
  events.on(
    'updatefindmatchescount',
    ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
      listener.onMatches(matchesCount.current, matchesCount.total),
  );
  const isDrawing = new Promise((resolve) => events.on('pagesinit', resolve));
  const loading = getDocument({ data: bytes });
  const document = await loading.promise;
  viewer.setDocument(document);
  linkService.setDocument(document);
  return {
    pages: document.numPages,
    showPage(page) {
      if (page >= 1 && page <= document.numPages) viewer.currentPageNumber = page;
    },
    zoom: (factor) => (viewer.currentScale = Math.min(5, Math.max(0.25, viewer.currentScale * factor))),
    find: (query, { again }) =>
      events.dispatch('find', {
        type: again ? 'again' : '',
        query,
        highlightAll: true,
        caseSensitive: false,
      }),
    close() {
      // The viewer complains of a document that goes while it begins with it.
      void isDrawing.then(() => {
        viewer.cleanup();
        return loading.destroy();
      });
    },
  };
}
