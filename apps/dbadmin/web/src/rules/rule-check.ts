import { t } from '@cairn/ui';

/** What is wrong with the name of a rule, which becomes a comment in the file; null when it is valid. */
export function ruleNameProblem(value: string): string | null {
  const name = value.trim();
  if (name === '') return t('common.nameMissing');
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u001f\u007f]|\\$/.test(name) ? t('ruleCheck.nameWrong') : null;
}

/**
 * What is wrong with a network; null when it is valid. It has to start at a multiple of its size, and may cover all
 * addresses only if the rule is limited to a database or a role.
 */
export function cidrProblem(value: string, { isScoped }: { isScoped: boolean }): string | null {
  const text = value.trim();
  if (text === '') return t('ruleCheck.cidrMissing');
  const [address = '', prefix = ''] = text.split('/');
  if (!/^\d{1,3}$/.test(prefix)) return t('ruleCheck.prefixMissing');
  const bits = Number(prefix);
  if (address.includes(':')) {
    if (!/^[0-9a-f:.]+$/i.test(address) || bits > 128) return t('ruleCheck.cidrWrong');
    return bits === 0 && !isScoped ? t('ruleCheck.everything') : null;
  }
  const octets = address.split('.');
  if (
    octets.length !== 4 ||
    octets.some((octet) => !/^\d{1,3}$/.test(octet) || Number(octet) > 255) ||
    bits > 32
  )
    return t('ruleCheck.cidrWrong');
  const start = networkOf(octets.map(Number), bits);
  if (start !== octets.map(Number).join('.')) return t('ruleCheck.hostBits', { network: `${start}/${bits}` });
  return bits <= 1 && !isScoped ? t('ruleCheck.everything') : null;
}

function networkOf(octets: number[], bits: number): string {
  return octets
    .map((octet, at) => {
      const kept = Math.min(8, Math.max(0, bits - at * 8));
      return octet & (0xff << (8 - kept)) & 0xff;
    })
    .join('.');
}
