import { portalPath } from '../boot/base-path.ts';

/** The sign-in of a service that has its own: it says so in the page, and the portal is not asked who is signed in. */
interface OwnSignIn {
  /** Addresses as the browser sees them. */
  home: string;
  sign_in: string;
  sign_out: string;
  user: { username: string; email: string | null } | null;
  admin: boolean;
}

/** Null where people sign in at the portal. */
export function ownSignIn(): OwnSignIn | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="cairn-sign-in"]');
  return meta ? (JSON.parse(meta.content) as OwnSignIn) : null;
}

/** The first page, in the portal or in a service that has a sign-in of its own. */
export function homeAddress(): string {
  return ownSignIn()?.home ?? `${portalPath()}/`;
}
