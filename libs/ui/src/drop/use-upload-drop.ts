import { useNavigate } from 'react-router';
import { notifyError } from '../api/use-api.ts';
import { tui } from '../i18n.ts';
import { routeInThisApp } from '../shell/destinations.ts';
import { useDropTarget, type DropTarget } from './drop-target.ts';
import { handOverFiles, handOverToService } from './handed-files.ts';

/** Opens the page at `href` with files; it takes them with `takeHandedFiles`. */
export function useOpenWithFiles(): (href: string, files: File[]) => Promise<void> {
  const navigate = useNavigate();
  return async (href, files) => {
    const route = routeInThisApp(href);
    if (route !== null) {
      handOverFiles(files);
      await navigate(route);
      return;
    }
    try {
      await handOverToService(files);
    } catch {
      // The browser has no storage, or no room for a copy.
      notifyError(new Error(tui('drop.notHanded')));
      return;
    }
    window.location.assign(href);
  };
}

/** Files dropped anywhere on the window open the page at `href`, which uploads them. */
export function useUploadDrop(target: (Omit<DropTarget, 'onFiles'> & { href: string }) | null): void {
  const open = useOpenWithFiles();
  useDropTarget(target && { ...target, onFiles: (files) => void open(target.href, files) });
}
