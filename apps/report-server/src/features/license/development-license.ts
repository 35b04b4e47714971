import type { SignedLicense } from './types.ts';

/**
 * A key pair for local runs and tests. Everybody can sign with it, so it counts outside production only, and pages name it while
 * it is in use. Base64 of DER (SPKI and PKCS 8).
 */
export const DEVELOPMENT_PUBLIC_KEY = 'MCowBQYDK2VwAyEAMy+vmnhEdkiwLz/gKJJ4qGM+SJsom11LAhqiHkfeTMI=';
export const DEVELOPMENT_PRIVATE_KEY = 'MC4CAQAwBQYDK2VwBCIEIFHt3hGNXDiUnIxJeyJaJv7SjsPzJoqhlLqZQC5lJjrw';

/** Counts where LICENSE_FILE is not set, outside production. */
export const DEVELOPMENT_LICENSE: SignedLicense = {
  payload:
    '{"licensee":"Development","features":["dashboards"],"not_before":"2026-01-01T00:00:00.000Z","not_after":"2100-01-01T00:00:00.000Z"}',
  signature: 'DO1BNlf9n4oVUmZcC27ZHfyHTsZ9PzUbh6hBwWYNgYMNC05+NPnl42F6HcrtHJfxPN6jdJkLQ9UhOgjNeC5vAA==',
};
