import '@xterm/xterm/css/xterm.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '@cairn/ui';
import { LogTools } from './log-tools.tsx';
import { openScreen, type Screen } from './screen.ts';
import { StateBar } from './state-bar.tsx';
import { currentTabs, setSession, type TerminalTab } from './tabs-store.ts';
import {
  openTerminalSocket,
  type ServerMessage,
  type SocketState,
  type TerminalSocket,
} from './terminal-socket.ts';
import { TerminalTools } from './terminal-tools.tsx';
import styles from './terminal.module.css';

interface TerminalViewProps {
  tab: TerminalTab;
  isShown: boolean;
}

/** One terminal: its screen, its connection and its tools. */
export function TerminalView({ tab, isShown }: TerminalViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<SocketState>('connecting');
  const [message, setMessage] = useState<ServerMessage | null>(null);
  const [terminal, setTerminal] = useState<{ screen: Screen; socket: TerminalSocket } | null>(null);
  const scheme = useComputedColorScheme('light');
  const { id, kind, server, database } = tab;

  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const label = t(`terminal.screenOf.${kind}`, { server, database });
    const screen: Screen = openScreen(element, label, {
      onInput: (bytes) => socket.send(bytes),
      onSize: (size) => socket.control({ type: 'resize', ...size }),
      onPause: (isPaused) => socket.control({ type: isPaused ? 'pause' : 'resume' }),
    });
    const currentTab = () => currentTabs().find((each) => each.id === id) ?? tab;
    const socket = openTerminalSocket(currentTab, screen.size, {
      onBytes: screen.write,
      onState: setState,
      onMessage(next) {
        if (next.resumed) screen.reset();
        if (next.session) setSession(id, next.session);
        if (next.ended || next.taken) setSession(id, undefined);
        if (isNotice(next)) screen.writeMessage(next.message ?? '');
        if (next.type === 'error' || next.ended || next.taken || next.warning) setMessage(next);
      },
    });
    screen.fit();
    setTerminal({ screen, socket });
    const observer = new ResizeObserver(() => screen.fit());
    observer.observe(element);
    return () => {
      observer.disconnect();
      // The session of a closed tab ends; that of a page that was left can be resumed.
      socket.close(!currentTabs().some((each) => each.id === id));
      screen.close();
      setTerminal(null);
    };
    // The session and the names of the tab may change without a new terminal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, kind]);

  useEffect(() => {
    if (!isShown || !terminal) return;
    terminal.screen.fit();
    terminal.screen.focus();
  }, [isShown, terminal]);

  useEffect(() => terminal?.screen.setScheme(scheme), [scheme, terminal]);

  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        {kind === 'logs' && terminal ? <LogTools socket={terminal.socket} state={state} /> : null}
        {terminal ? <TerminalTools screen={terminal.screen} canPaste={kind !== 'logs'} /> : null}
      </div>
      <StateBar
        state={state}
        message={message}
        onReconnect={() => {
          setMessage(null);
          terminal?.screen.reset();
          terminal?.socket.reconnect();
        }}
      />
      <div className={styles.screen} data-scheme={scheme} data-link={state} ref={container} />
      <p className={styles.hint}>{t('terminal.keys')}</p>
    </div>
  );
}

/** Whether a message is only to be shown, such as that an earlier session has ended. */
function isNotice({ type, session, ended, taken, warning }: ServerMessage): boolean {
  return type === 'info' && !session && !ended && !taken && !warning;
}
