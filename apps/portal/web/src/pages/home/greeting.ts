/** Message key of the greeting for an hour of the day, 0 to 23. */
export function greetingKey(hour: number): string {
  if (hour >= 5 && hour < 12) return 'home.morning';
  if (hour >= 12 && hour < 18) return 'home.afternoon';
  return 'home.evening';
}
