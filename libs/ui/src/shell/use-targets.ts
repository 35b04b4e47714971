import { ownSignIn } from '../api/own-sign-in.ts';
import { useMe } from '../api/use-me.ts';
import { destinations, targets, type Destination, type Target } from './destinations.ts';
import { manifests } from './manifests.ts';
import { useServices } from './use-services.ts';

/** What the person may use right now. The servers check it again. */
export function useMayUse(): (target: Pick<Target, 'service' | 'needs'>) => boolean {
  const { data: me } = useMe();
  const { data: services } = useServices();
  return ({ service, needs }) => {
    const rights = services?.find(({ service_key: key }) => key === service)?.permissions;
    if (service === 'portal' ? ownSignIn() : !rights) return false;
    if (service !== 'portal' && me?.authenticated === false && !manifests[service]?.visitors) return false;
    if (needs === 'platform-admin') return me?.admin === true;
    if (needs === 'user') return me?.authenticated === true;
    return needs === 'anyone' || rights?.[needs] === true;
  };
}

/** The entries of the rail that the person may use right now. */
export function useVisibleDestinations(): Destination[] {
  return destinations().filter(useMayUse());
}

/** The pages and actions of all services that the person may use right now. */
export function useVisibleTargets(): { pages: Target[]; actions: Target[] } {
  const mayUse = useMayUse();
  return { pages: targets('pages').filter(mayUse), actions: targets('actions').filter(mayUse) };
}
