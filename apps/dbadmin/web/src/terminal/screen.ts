import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { themes } from './themes.ts';

/** Bytes that wait to be drawn: above the first the source is asked to pause, below the second to go on. */
const PRESSED_BYTES = 1024 * 1024;
const RELIEVED_BYTES = 256 * 1024;

export interface ScreenEvents {
  onInput(bytes: Uint8Array): void;
  onSize(size: { cols: number; rows: number }): void;
  onPressure(pressed: boolean): void;
}

export type Screen = ReturnType<typeof openScreen>;

/** A terminal on the page. `label` is what screen readers call it. */
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
  let waiting = 0;
  let pressed = false;

  terminal.loadAddon(fit);
  terminal.open(element);
  terminal.textarea?.setAttribute('aria-label', label);
  terminal.attachCustomKeyEventHandler((event) => isForTerminal(event, terminal));
  terminal.onData((text) => events.onInput(encoder.encode(text)));
  terminal.onBinary((text) => events.onInput(Uint8Array.from(text, (character) => character.charCodeAt(0))));
  terminal.onResize(events.onSize);

  function press(now: boolean): void {
    if (now === pressed) return;
    pressed = now;
    events.onPressure(now);
  }

  return {
    write(bytes: Uint8Array): void {
      waiting += bytes.length;
      if (waiting > PRESSED_BYTES) press(true);
      terminal.write(bytes, () => {
        waiting -= bytes.length;
        if (waiting < RELIEVED_BYTES) press(false);
      });
    },
    /** A line of ours between those of the program: in italics, since dim text is too pale to read. */
    say(sentence: string): void {
      terminal.write(`\r\n\u001b[3m${sentence.replaceAll('\u001b', '')}\u001b[0m\r\n`);
    },
    /** Fills its place; nothing while it is hidden. */
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

/** Shift and tab leave the terminal; with shift, Ctrl C and Ctrl V copy and paste. All else is typed into it. */
function isForTerminal(event: KeyboardEvent, terminal: Terminal): boolean {
  if (event.key === 'Tab' && event.shiftKey) return false;
  if (!event.ctrlKey || !event.shiftKey) return true;
  if (event.code === 'KeyC') {
    event.preventDefault();
    if (event.type === 'keydown' && terminal.hasSelection())
      void navigator.clipboard?.writeText(terminal.getSelection());
    return false;
  }
  // The browser's own pasting does the rest.
  return event.code !== 'KeyV';
}
