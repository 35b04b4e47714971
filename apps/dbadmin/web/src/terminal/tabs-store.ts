import { useSyncExternalStore } from 'react';

export type TerminalKind = 'dbshell' | 'server' | 'logs';

export interface TerminalTab {
  id: string;
  kind: TerminalKind;
  connectionId: number;
  /** Name of the server, for the tab. */
  server: string;
  database: string;
  /** psql with the search path of the database instead of the safe one of superusers. */
  searchPath?: 'database';
  /** Id of the session: a page that reconnects within a minute resumes it. */
  session?: string;
}

const STORAGE_KEY = 'cairn-dbadmin-terminals';
const MAX_TABS = 20;

// Outside React and in the session storage, so that terminals survive other pages and a reload.
let tabs: readonly TerminalTab[] = readTabs();
const listeners = new Set<() => void>();

export function useTerminalTabs(): readonly TerminalTab[] {
  return useSyncExternalStore(subscribe, () => tabs);
}

export function currentTabs(): readonly TerminalTab[] {
  return tabs;
}

export function addTab(tab: Omit<TerminalTab, 'id'>): TerminalTab {
  const added = { ...tab, id: newId() };
  publish([...tabs, added].slice(-MAX_TABS));
  return added;
}

export function removeTab(id: string): void {
  publish(tabs.filter((tab) => tab.id !== id));
}

/** Stores the session of a tab, or removes it once it has ended. */
export function setSession(id: string, session: string | undefined): void {
  publish(
    tabs.map((tab) => {
      if (tab.id !== id) return tab;
      const { session: _ended, ...rest } = tab;
      return session === undefined ? rest : { ...rest, session };
    }),
  );
}

/** `randomUUID` is available only over HTTPS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function publish(next: readonly TerminalTab[]): void {
  tabs = next;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(tabs));
  } catch {
    // Storage is blocked. The tabs are lost with this page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readTabs(): readonly TerminalTab[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as TerminalTab[];
  } catch {
    return [];
  }
}
