/** What a link token allows. A service adds its own fields. */
export interface LinkIdentity {
  /** Id of the token. Turns are fair between tokens. */
  linkId: string | number;
  /** Keys of the resources that the link opens, in the order of x-access. */
  resourceKeys: readonly string[];
}

/** The secret of a link and what it was sent for. */
export interface LinkCredential {
  secret: string;
  operationId: string;
  path: Readonly<Record<string, unknown>>;
}

/** How a service recognises the tokens of its operations with `x-access: { linkToken: true }`. */
export interface LinkAccess {
  /** Returns null for an unknown, expired or revoked secret, and for one of another resource. Called for each request. */
  identify(credential: LinkCredential): Promise<LinkIdentity | null>;
}
