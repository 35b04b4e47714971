import { fetchDocument } from './fetch-document.ts';

/** Prints the report as the server draws it: a map on the page cannot be printed. */
export async function printDocument(run: Omit<Parameters<typeof fetchDocument>[0], 'format'>): Promise<void> {
  const html = await (await fetchDocument({ ...run, format: 'html' })).text();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.setAttribute('aria-hidden', 'true');
  frame.hidden = true;
  frame.srcdoc = html;
  await new Promise((loaded) => {
    frame.addEventListener('load', loaded, { once: true });
    document.body.append(frame);
  });
  // It stays until the dialog is closed, which not every browser waits for.
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}
