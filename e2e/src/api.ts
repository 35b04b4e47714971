import { signIn, type Api } from '../../tools/seed/api.ts';
import { platformUnderTest } from './platform-under-test.ts';

const TINY = { type: 'Point', coordinates: [13.4, 52.5] };

/** The platform's API as the administrator uses it, for what a test needs to be there. */
export function asAdmin(): Promise<Api & { signOut(): Promise<void> }> {
  const { url, admin } = platformUnderTest();
  return signIn(url, admin.username, admin.password);
}

/** A dataset of one point. */
export async function addDataset(api: Api, name: string, fields: Record<string, string> = {}): Promise<void> {
  const collection = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { name }, geometry: TINY }],
  };
  const file = new File([JSON.stringify(collection)], `${name}.geojson`);
  await api.upload('/vault/projects/1/upload', file, { dataset_name: name, ...fields });
}

/** A user with view access only. */
export async function addReader(api: Api): Promise<{ username: string; password: string }> {
  const reader = { username: `reader-${process.pid}-${Date.now()}`, password: 'only-looking-1' };
  await api.send('POST', '/api/admin/users', { ...reader, email: `${reader.username}@example.org` });
  return reader;
}
