import { Badge } from '@mantine/core';
import { ErrorState, LoadingRows, Panel, t, useApi } from '@cairn/ui';
import { dbadmin, type Connection, type RuleInFile } from '../client.ts';
import { rulesKey } from '../query-keys.ts';
import styles from './rules.module.css';

/** Every rule in force, Cairn's and others, in the order in which the server tries it. */
export function RulesInFile({ server }: { server: Connection }) {
  const rules = useApi([...rulesKey(server.id), 'file'], (signal) =>
    dbadmin.GET('/api/connections/{id}/access-rules/file', { params: { path: { id: server.id } }, signal }),
  );
  return (
    <Panel title={t('inFile.title')} lead={t('inFile.lead')} flush>
      {rules.error ? (
        <ErrorState error={rules.error} retry={() => void rules.refetch()} />
      ) : !rules.data ? (
        <LoadingRows rows={4} />
      ) : (
        <div className={styles.table} tabIndex={0} role="group" aria-label={t('inFile.table')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('inFile.line')}</th>
                <th scope="col">{t('rules.cidr')}</th>
                <th scope="col">{t('inFile.databases')}</th>
                <th scope="col">{t('inFile.roles')}</th>
                <th scope="col">{t('inFile.method')}</th>
                <th scope="col">{t('inFile.source')}</th>
              </tr>
            </thead>
            <tbody>
              {rules.data.map((rule, at) => (
                // Numbers of lines repeat when the file includes others.
                <Row key={at} rule={rule} />
              ))}
            </tbody>
          </table>
        </div>
      )}
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
        {type !== 'host' && type !== 'local' ? <span className={styles.quiet}> {type}</span> : null}
      </td>
      <td>{namesOf(databases, 'rules.anyDatabase')}</td>
      <td>{namesOf(roles, 'rules.anyRole')}</td>
      <td>
        <Badge color={METHOD_COLORS[rule.auth_method ?? ''] ?? 'gray'}>{rule.auth_method}</Badge>
      </td>
      <td>{managed ? <Badge color="pine">{t('inFile.managed')}</Badge> : t('inFile.byHand')}</td>
    </tr>
  );
}

/** Methods that ask for no password, or for one that can be read or guessed on the way. */
const METHOD_COLORS: Record<string, string> = {
  trust: 'red',
  password: 'red',
  ident: 'yellow',
  md5: 'yellow',
};

function namesOf(names: string[], all: string): string {
  return names.map((name) => (name === 'all' ? t(all) : name)).join(', ');
}
