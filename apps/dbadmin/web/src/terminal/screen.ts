import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { themes } from './themes.ts';

/** Bytes not drawn yet: above the first limit the source has to pause, below the second it may resume. */
const PAUSE_BYTES = 1024 * 1024;
const RESUME_BYTES = 256 * 1024;

export interface ScreenEvents {
  onInput(bytes: Uint8Array): void;
  onSize(size: { cols: number; rows: number }): void;
  onPause(isPaused: boolean): void;
}

export type Screen = ReturnType<typeof openScreen>;

/** A terminal on the page. `label` is its name for screen readers. */
export function openScreen(element: HTMLElement, label: string, events: ScreenEvents) {
  const terminal = new Terminal({
    cursorBlink: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    fontSize: 13,
    lineHeight: 1.2,
    scrollback: 5_000,
    theme: themes.dark,
  });
  const fit = new FitAddon();
  const encoder = new TextEncoder();
  let undrawn = 0;
  let isPaused = false;

  terminal.loadAddon(fit);
  terminal.open(element);
  terminal.textarea?.setAttribute('aria-label', label);
  terminal.attachCustomKeyEventHandler((event) => isForTerminal(event, terminal));
  terminal.onData((text) => events.onInput(encoder.encode(text)));
  terminal.onBinary((text) => events.onInput(Uint8Array.from(text, (character) => character.charCodeAt(0))));
  terminal.onResize(events.onSize);

  function setPaused(next: boolean): void {
    if (next === isPaused) return;
    isPaused = next;
    events.onPause(next);
  }

  return {
    write(bytes: Uint8Array): void {
      undrawn += bytes.length;
      if (undrawn > PAUSE_BYTES) setPaused(true);
      terminal.write(bytes, () => {
        undrawn -= bytes.length;
        if (undrawn < RESUME_BYTES) setPaused(false);
      });
    },
    /** A message of the service between the output of the program, in italics: dim text has too little contrast. */
    writeMessage(sentence: string): void {
      terminal.write(`\r\n\u001b[3m${sentence.replaceAll('\u001b', '')}\u001b[0m\r\n`);
    },
    /** Fits the terminal to its element, unless it is hidden. */
    fit(): void {
      if (element.offsetWidth > 0 && element.offsetHeight > 0) fit.fit();
    },
    size: () => ({ cols: terminal.cols, rows: terminal.rows }),
    focus: () => terminal.focus(),
    reset: () => terminal.reset(),
    clear: () => terminal.clear(),
    selection: () => terminal.getSelection(),
    paste: (text: string) => terminal.paste(text),
    setScheme(scheme: 'light' | 'dark'): void {
      terminal.options.theme = themes[scheme];
    },
    close: () => terminal.dispose(),
  };
}

/** Shift+Tab leaves the terminal, Ctrl+Shift+C copies, Ctrl+Shift+V pastes. All other keys are typed into it. */
function isForTerminal(event: KeyboardEvent, terminal: Terminal): boolean {
  if (event.key === 'Tab' && event.shiftKey) return false;
  if (!event.ctrlKey || !event.shiftKey) return true;
  if (event.code === 'KeyC') {
    event.preventDefault();
    if (event.type === 'keydown' && terminal.hasSelection())
      void navigator.clipboard?.writeText(terminal.getSelection());
    return false;
  }
  // The browser itself pastes.
  return event.code !== 'KeyV';
}
