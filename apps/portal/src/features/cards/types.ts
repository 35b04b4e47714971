export type CardType = 'map' | 'dashboard' | 'report' | 'dataset' | 'external' | 'admin';

/** Empty text means that the field is not set. */
export interface CardFields {
  title: string;
  description: string;
  cardType: CardType;
  url: string;
  icon: string;
  imageUrl: string;
  category: string;
  sortOrder: number;
  isPublic: boolean;
  sourceService: string;
  sourceResourceId: string;
  isImported: boolean;
}

export interface Card extends CardFields {
  id: number;
  createdAt: Date;
}

export interface CardPosition {
  id: number;
  sortOrder: number;
}
