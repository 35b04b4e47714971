import { Badge, Group } from '@mantine/core';

interface Props {
  names: string[];
  max?: number;
  /** Shown for an empty list. */
  none?: string;
}

/** Names as badges; those beyond `max` are a number with the names on hover. */
export function BadgeList({ names, max = 3, none = '–' }: Props) {
  if (names.length === 0) return <span style={{ color: 'var(--cairn-muted)' }}>{none}</span>;
  const rest = names.slice(max);
  return (
    <Group gap={4}>
      {names.slice(0, max).map((name) => (
        <Badge key={name} color="gray" tt="none">
          {name}
        </Badge>
      ))}
      {rest.length > 0 && (
        <Badge color="gray" variant="outline" title={rest.join(', ')}>
          +{rest.length}
        </Badge>
      )}
    </Group>
  );
}
