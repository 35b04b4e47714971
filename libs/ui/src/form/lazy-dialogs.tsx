import type { DrawerProps, ModalProps } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useLatched } from './use-latched.ts';

const load = () => import('./dialog-components.ts');

/** Dialogs whose code is loaded when the first one is opened, because no page starts with one. */
export const LazyDrawer = lazyDialog<DrawerProps>(async () => (await load()).Drawer);
export const LazyModal = lazyDialog<ModalProps>(async () => (await load()).Modal);

function lazyDialog<Props extends { opened: boolean }>(component: () => Promise<ComponentType<Props>>) {
  const Dialog = lazy(async () => {
    const Loaded = await component();
    return { default: (props: Props) => <OpenAfterMount {...props} dialog={Loaded} /> };
  }) as unknown as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    if (!useLatched(props.opened)) return null;
    return (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    );
  };
}

/** Mantine returns the focus only when a dialog was mounted closed and opened afterwards. */
function OpenAfterMount<Props extends { opened: boolean }>({
  dialog: Dialog,
  ...props
}: Props & { dialog: ComponentType<Props> }) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setMounted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return <Dialog {...(props as unknown as Props)} opened={props.opened && isMounted} />;
}
