import i18next, { type ResourceLanguage, type TOptions } from 'i18next';
import { uiMessages } from './messages/en.ts';

type Messages = Record<string, unknown>;

/** Starts the message catalog: the app's sentences in `app`, the shared ones in `ui`. */
export function startMessages(messages: Messages): void {
  void i18next.init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'app',
    resources: { en: { app: messages as ResourceLanguage[string], ui: uiMessages } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}

/** Adds sentences to the app's catalog: those of a page that loads later bring them along. */
export function addMessages(messages: Messages): void {
  i18next.addResourceBundle('en', 'app', messages, true);
}

/** A sentence of the app's catalog (`web/src/messages/en.ts`). Call it while rendering, not at import. */
export function t(key: string, values?: TOptions): string {
  return i18next.t(key, { ns: 'app', ...values }) as string;
}

/** A sentence of the shared catalog. */
export function tui(key: string, values?: TOptions): string {
  return i18next.t(key, { ns: 'ui', ...values }) as string;
}
