export interface Group {
  id: number;
  name: string;
  description: string;
  /** The role of the two protected groups; null for all others. */
  kind: 'administrators' | 'public' | null;
  /** Every user is a member of Public. */
  memberCount: number;
  createdAt: Date;
}
