import type { Folder } from '../client.ts';
import { FolderPanel } from '../folders/folder-panel.tsx';
import { ClonePanel, RenamePanel } from './name-panel.tsx';
import { useListPanel } from './use-list-panel.ts';

/** The side panels of the list, loaded when the first of them is opened. */
export function ListPanels({ onCreated }: { onCreated: (folder: Folder) => void }) {
  const panel = useListPanel();
  return (
    <>
      <FolderPanel subject={panel.subject('folder')} onClose={panel.close} onCreated={onCreated} />
      <RenamePanel name={panel.subject('rename')} onClose={panel.close} />
      <ClonePanel name={panel.subject('clone')} onClose={panel.close} />
    </>
  );
}
