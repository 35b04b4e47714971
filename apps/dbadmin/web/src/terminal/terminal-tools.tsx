import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconClipboard,
  IconCopy,
  IconEraser,
} from '@tabler/icons-react';
import { notifyError, t, useUrlState } from '@cairn/ui';
import type { Screen } from './screen.ts';
import styles from './terminal.module.css';

/** Copy, paste, clear and full window, besides the usual keys. */
export function TerminalTools({ screen, canPaste }: { screen: Screen; canPaste: boolean }) {
  const [full, setFull] = useUrlState('full');
  // Browsers offer the clipboard only over HTTPS, and people can deny access to it.
  const onRefused = () => notifyError(new Error(t('terminal.noClipboard')));
  const withClipboard = (use: (clipboard: Clipboard) => Promise<void>) => () => {
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const used = clipboard ? use(clipboard) : Promise.reject(new Error('no clipboard'));
    void used.catch(onRefused).finally(() => screen.focus());
  };
  const copy = withClipboard((clipboard) => clipboard.writeText(screen.selection()));
  const paste = withClipboard(async (clipboard) => screen.paste(await clipboard.readText()));
  const isFull = full === '1';
  const tools = [
    { name: 'copy', icon: IconCopy, run: copy },
    ...(canPaste ? [{ name: 'paste', icon: IconClipboard, run: paste }] : []),
    { name: 'clear', icon: IconEraser, run: () => screen.clear() },
    {
      name: isFull ? 'leaveFull' : 'full',
      icon: isFull ? IconArrowsMinimize : IconArrowsMaximize,
      run: () => setFull(isFull ? '' : '1'),
    },
  ];
  return (
    <span className={styles.tools}>
      {tools.map(({ name, icon: Icon, run }) => (
        <Tooltip key={name} label={t(`terminal.${name}`)}>
          <ActionIcon variant="subtle" color="gray" aria-label={t(`terminal.${name}`)} onClick={run}>
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  );
}
