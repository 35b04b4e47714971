import { randomBytes } from 'node:crypto';
import { Refusal } from './refusal.ts';
import type { MerginRoute, MerginUser, TestMerginMapsSettings } from './types.ts';

export type Tokens = Map<string, { user: MerginUser; expires: number }>;

export function createUser(id: number, username: string, workspaces: string[]): MerginUser {
  return { id, username, password: `Mm-${randomBytes(9).toString('base64url')}`, workspaces };
}

/** `/config` and `auth/controller.py`. */
export function signInRoutes(
  settings: TestMerginMapsSettings,
  { users, tokens }: { users: MerginUser[]; tokens: Tokens },
): Record<string, MerginRoute> {
  return {
    'GET /config': () => {
      const [major, minor, fix] = settings.version.split('.').map(Number);
      const flags = { v2_push_enabled: true, user_self_registration: false, server_configured: true };
      return {
        json: { server_type: 'ce', version: settings.version, major, minor, fix, build_hash: '', ...flags },
      };
    },
    'POST /v1/auth/login': async ({ body }) => {
      const { login, password } = (await body()) as { login?: string; password?: string };
      if (!login || !password)
        throw new Refusal(400, `This field is required.(${login ? 'password' : 'login'})`);
      const user = users.find((each) => each.username === login && each.password === password);
      if (!user) throw new Refusal(401, 'Invalid username or password');
      const token = randomBytes(24).toString('base64url');
      const expires = Date.now() + settings.tokenLifeMs;
      tokens.set(token, { user, expires });
      const expire = new Date(expires).toISOString().replace('Z', '000+00:00');
      const { id, username } = user;
      return {
        json: { id, username, email: `${username}@example.org`, session: { token, expire } },
        // Not sent by the real server. It does check for CSRF where a client sends one, which ours must never do.
        headers: { 'set-cookie': 'session=kept-by-browsers; HttpOnly; Path=/' },
      };
    },
  };
}
