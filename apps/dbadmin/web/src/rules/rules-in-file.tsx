import { Badge } from '@mantine/core';
import { Loaded, Panel, t, useApi } from '@cairn/ui';
import { dbadmin, type Connection, type RuleInFile } from '../client.ts';
import { rulesKey } from '../query-keys.ts';
import text from '../layout/text.module.css';
import styles from './rules.module.css';

/** Every rule in pg_hba.conf, managed here or not, in the order in which the server checks them. */
export function RulesInFile({ server }: { server: Connection }) {
  const rules = useApi([...rulesKey(server.id), 'file'], (signal) =>
    dbadmin.GET('/api/connections/{id}/access-rules/file', { params: { path: { id: server.id } }, signal }),
  );
  return (
    <Panel title={t('inFile.title')} lead={t('inFile.lead')} flush>
      <Loaded query={rules} rows={4}>
        {(data) => (
          <div className={styles.table} tabIndex={0} role="group" aria-label={t('inFile.table')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('inFile.line')}</th>
                  <th scope="col">{t('inFile.address')}</th>
                  <th scope="col">{t('common.database')}</th>
                  <th scope="col">{t('rules.role')}</th>
                  <th scope="col">{t('inFile.method')}</th>
                  <th scope="col">{t('inFile.source')}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((rule, at) => (
                  // Line numbers repeat if the file includes others.
                  <Row key={at} rule={rule} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function Row({ rule }: { rule: RuleInFile }) {
  const { line, databases, roles, from, type, managed, error } = rule;
  if (error) {
    return (
      <tr data-error>
        <td className="numeric">{line}</td>
        <td colSpan={4}>{error}</td>
        <td>
          <Badge color="red">{t('inFile.error')}</Badge>
        </td>
      </tr>
    );
  }
  return (
    <tr data-managed={managed || undefined}>
      <td className="numeric">{line}</td>
      <td>
        <code>{from ?? t('inFile.local')}</code>
        {type !== 'host' && type !== 'local' ? <span className={text.quiet}> {type}</span> : null}
      </td>
      <td>{namesOf(databases)}</td>
      <td>{namesOf(roles)}</td>
      <td>
        <Badge color={METHOD_COLORS[rule.auth_method ?? ''] ?? 'gray'}>{rule.auth_method}</Badge>
      </td>
      <td>{managed ? <Badge color="pine">{t('inFile.managed')}</Badge> : t('inFile.manual')}</td>
    </tr>
  );
}

/** Methods without a password, or with one that can be read or guessed on the network. */
const METHOD_COLORS: Record<string, string> = {
  trust: 'red',
  password: 'red',
  ident: 'yellow',
  md5: 'yellow',
};

function namesOf(names: string[]): string {
  return names.map((name) => (name === 'all' ? t('inFile.all') : name)).join(', ');
}
