/** What a licence can add. Everything else works without one. */
export const FEATURES = ['dashboards'] as const;
export type Feature = (typeof FEATURES)[number];

/** The signed part of a licence. */
export interface LicensePayload {
  licensee: string;
  /** Unknown names are left for later versions. */
  features: string[];
  /** Moments in ISO 8601; valid from the first until before the second. */
  not_before: string;
  not_after: string;
}

/** A licence as it is stored. */
export interface SignedLicense {
  /** JSON of a LicensePayload, as the text that was signed. */
  payload: string;
  /** Ed25519 over the bytes of `payload`, in base64. */
  signature: string;
}

export interface LicenseStatus {
  licensee: string | null;
  /** Empty unless the licence is valid now. */
  features: Feature[];
  isValid: boolean;
  /** Signed with the key whose private half comes with the source. */
  isDevelopment: boolean;
  notBefore: string | null;
  notAfter: string | null;
  /** Why there is no valid licence, and what to do; null with one. */
  problem: string | null;
}
