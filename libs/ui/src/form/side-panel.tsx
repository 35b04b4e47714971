import type { ReactNode } from 'react';
import { LazyDrawer } from './lazy-dialogs.tsx';

interface Props {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  size?: number;
  children: ReactNode;
}

/** Details beside the page. Give it an address of its own (a route, or `useUrlState`). */
export function SidePanel({ opened, title, onClose, size = 460, children }: Props) {
  return (
    <LazyDrawer opened={opened} onClose={onClose} size={size} position="right" title={title} padding="lg">
      {children}
    </LazyDrawer>
  );
}
