export interface Group {
  id: number;
  name: string;
  description: string;
  /** The role of the two protected groups; null for all others. */
  kind: 'administrators' | 'public' | null;
  /** Of Public, everybody is a member. */
  memberCount: number;
  createdAt: Date;
}
