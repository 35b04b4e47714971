import { Drawer } from '@mantine/core';
import { tui } from '../i18n.ts';
import { Rail } from './rail.tsx';

interface Props {
  onClose: () => void;
}

/** The rail on narrow windows. */
export function NavigationDrawer({ onClose }: Props) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="left"
      size={264}
      title={tui('brand')}
      closeButtonProps={{ 'aria-label': tui('nav.close') }}
    >
      <Rail fixed onNavigate={onClose} />
    </Drawer>
  );
}
