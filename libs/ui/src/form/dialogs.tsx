import type { DrawerProps, ModalProps } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useLatched } from './use-latched.ts';

const load = () => import('./dialogs-of-mantine.ts');

/** Dialogs whose code is fetched when the first one is opened: no page begins with one. */
export const LaterDrawer = later<DrawerProps>(async () => (await load()).Drawer);
export const LaterModal = later<ModalProps>(async () => (await load()).Modal);

function later<Props extends { opened: boolean }>(component: () => Promise<ComponentType<Props>>) {
  const Dialog = lazy(async () => {
    const Loaded = await component();
    return { default: (props: Props) => <OpenedLast {...props} dialog={Loaded} /> };
  }) as unknown as ComponentType<Props>;
  return function LaterDialog(props: Props) {
    if (!useLatched(props.opened)) return null;
    return (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    );
  };
}

/** A dialog remembers where the focus was as it opens, so it has to be there closed before. */
function OpenedLast<Props extends { opened: boolean }>({
  dialog: Dialog,
  ...props
}: Props & { dialog: ComponentType<Props> }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setThere(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return <Dialog {...(props as unknown as Props)} opened={props.opened && isThere} />;
}
