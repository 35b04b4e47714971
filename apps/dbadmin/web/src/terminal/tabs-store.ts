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
  /** What the service calls the session: a page that comes back within a minute goes on with it. */
  session?: string;
}

const STORED = 'cairn-dbadmin-terminals';
const MOST = 20;

// Outside React and kept for the browser's tab: terminals survive other pages and a reload.
let tabs: readonly TerminalTab[] = read();
const listeners = new Set<() => void>();

export function useTerminalTabs(): readonly TerminalTab[] {
  return useSyncExternalStore(subscribe, () => tabs);
}

export function currentTabs(): readonly TerminalTab[] {
  return tabs;
}

export function addTab(tab: Omit<TerminalTab, 'id'>): TerminalTab {
  const added = { ...tab, id: newId() };
  publish([...tabs, added].slice(-MOST));
  return added;
}

export function removeTab(id: string): void {
  publish(tabs.filter((tab) => tab.id !== id));
}

/** Remembers the session of a tab, or that it is over. */
export function setSession(id: string, session: string | undefined): void {
  publish(
    tabs.map((tab) => {
      if (tab.id !== id) return tab;
      const { session: _former, ...rest } = tab;
      return session === undefined ? rest : { ...rest, session };
    }),
  );
}

/** Not `randomUUID`, which is there for https alone. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function publish(next: readonly TerminalTab[]): void {
  tabs = next;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(tabs));
  } catch {
    // storage is blocked: the tabs last for this page
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): readonly TerminalTab[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as TerminalTab[];
  } catch {
    return [];
  }
}
