import '@xterm/xterm/css/xterm.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '@cairn/ui';
import { openLink, type Link, type LinkState, type Told } from './link.ts';
import { LogTools } from './log-tools.tsx';
import { openScreen, type Screen } from './screen.ts';
import { StateBar } from './state-bar.tsx';
import { currentTabs, setSession, type TerminalTab } from './tabs-store.ts';
import { TerminalTools } from './terminal-tools.tsx';
import styles from './terminal.module.css';

interface TerminalViewProps {
  tab: TerminalTab;
  isShown: boolean;
}

/** One terminal: its screen, its connection, and what stands around them. */
export function TerminalView({ tab, isShown }: TerminalViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<LinkState>('connecting');
  const [told, setTold] = useState<Told | null>(null);
  const [parts, setParts] = useState<{ screen: Screen; link: Link } | null>(null);
  const scheme = useComputedColorScheme('light');
  const { id, kind, server, database } = tab;

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const label = t(`terminal.screenOf.${kind}`, { server, database });
    const screen: Screen = openScreen(element, label, {
      onInput: (bytes) => link.send(bytes),
      onSize: (size) => link.control({ type: 'resize', ...size }),
      onPressure: (pressed) => link.control({ type: pressed ? 'pause' : 'resume' }),
    });
    const known = () => currentTabs().find((each) => each.id === id) ?? tab;
    const link = openLink(known, screen.size, {
      onBytes: screen.write,
      onState: setState,
      onTold(next) {
        if (next.resumed) screen.reset();
        if (next.session) setSession(id, next.session);
        if (next.ended || next.taken) setSession(id, undefined);
        if (isRemark(next)) screen.say(next.message ?? '');
        if (next.type === 'error' || next.ended || next.taken || next.warning) setTold(next);
      },
    });
    screen.fit();
    setParts({ screen, link });
    const observer = new ResizeObserver(() => screen.fit());
    observer.observe(element);
    return () => {
      observer.disconnect();
      // A tab that was closed is done with; a page that is left comes back.
      link.close(!currentTabs().some((each) => each.id === id));
      screen.close();
      setParts(null);
    };
    // Session and names of the tab may change without a new terminal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, kind]);

  useEffect(() => {
    if (!isShown || !parts) return;
    parts.screen.fit();
    parts.screen.focus();
  }, [isShown, parts]);

  useEffect(() => parts?.screen.setScheme(scheme), [scheme, parts]);

  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        {kind === 'logs' && parts ? <LogTools link={parts.link} state={state} /> : null}
        {parts ? <TerminalTools screen={parts.screen} canPaste={kind !== 'logs'} /> : null}
      </div>
      <StateBar
        state={state}
        told={told}
        onRetry={() => {
          setTold(null);
          parts?.screen.reset();
          parts?.link.retry();
        }}
      />
      <div className={styles.screen} data-scheme={scheme} data-link={state} ref={place} />
      <p className={styles.hint}>{t('terminal.keys')}</p>
    </div>
  );
}

/** Words for whoever looks on, and nothing else: that an earlier session is over, for instance. */
function isRemark({ type, session, ended, taken, warning }: Told): boolean {
  return type === 'info' && !session && !ended && !taken && !warning;
}
