interface Props {
  size?: number;
}

/** The stacked stones. The same drawing as assets/mark.svg, in the colours of the theme. */
export function Mark({ size = 24 }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        fill="var(--cairn-stone-1)"
        d="M3.4 25.6c0-2.900 3.600-4.500 8.900-4.800 6.600-.4 16.300.4 16.300 4.600 0 2.900-4.200 4.200-12.700 4.200-8.200 0-12.500-1.200-12.500-4z"
      />
      <path
        fill="var(--cairn-stone-2)"
        d="M7.300 16.700c.3-2.600 4-4 8.800-3.900 4.700.1 8.700 1.400 8.700 4 0 2.400-3.700 3.400-9 3.300-5.200-.1-8.700-1.100-8.500-3.400z"
      />
      <path
        fill="var(--cairn-stone-3)"
        d="M11.200 8.200c.4-3.400 3-5.300 5.600-5.200 2.700.1 4.700 2.300 4.500 5.300-.2 2.600-2.200 3.600-5.100 3.500-3.200-.1-5.300-1-5-3.600z"
      />
    </svg>
  );
}
