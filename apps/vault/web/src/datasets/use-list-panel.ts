import { useUrlState } from '@cairn/ui';

/** What the side panel of the list is about, as the address spells it: `folder:12`, `folder:new`, `rename:roads`. */
export type ListPanel = 'folder' | 'rename' | 'clone';

/** The panel's subject when it is that of `kind`, else null. */
export function subjectOf(panel: string, kind: ListPanel): string | null {
  return panel.startsWith(`${kind}:`) ? panel.slice(kind.length + 1) : null;
}

/** The side panel of the list, which has an address of its own. */
export function useListPanel() {
  const [panel, setPanel] = useUrlState('panel');
  return {
    isOpen: panel !== '',
    subject: (kind: ListPanel) => subjectOf(panel, kind),
    open: (kind: ListPanel, subject: string) => setPanel(`${kind}:${subject}`),
    close: () => setPanel(''),
  };
}
