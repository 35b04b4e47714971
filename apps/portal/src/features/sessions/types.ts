export interface Session {
  id: number;
  createdAt: Date;
  lastSeenAt: Date;
  /** When it ends unless it is used again. */
  expiresAt: Date;
  ip: string;
  userAgent: string;
}

export interface NewSession {
  userId: number;
  /** SHA-256 of the cookie's value, lowercase hex. */
  tokenHash: string;
  ip: string;
  userAgent: string;
  idleSeconds: number;
  maxSeconds: number;
}
