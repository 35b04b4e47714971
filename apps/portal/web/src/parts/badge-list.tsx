import { Badge, Group } from '@mantine/core';

interface Props {
  names: string[];
  most?: number;
  /** Said when there are none. */
  none?: string;
}

/** A few names as badges; the rest as a number with the names on hover. */
export function BadgeList({ names, most = 3, none = '–' }: Props) {
  if (names.length === 0) return <span style={{ color: 'var(--cairn-muted)' }}>{none}</span>;
  const rest = names.slice(most);
  return (
    <Group gap={4}>
      {names.slice(0, most).map((name) => (
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
