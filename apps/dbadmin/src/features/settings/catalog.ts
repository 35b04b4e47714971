export interface SettingGroup {
  key: string;
  title: string;
  names: string[];
}

/** The settings that can be changed here. None of them names a program, a library, a file or an address. */
export const GROUPS: SettingGroup[] = [
  {
    key: 'connections',
    title: 'Connections',
    names: [
      'max_connections',
      'superuser_reserved_connections',
      'idle_in_transaction_session_timeout',
      'idle_session_timeout',
      'statement_timeout',
      'lock_timeout',
      'tcp_keepalives_idle',
      'client_connection_check_interval',
    ],
  },
  {
    key: 'memory',
    title: 'Memory',
    names: [
      'shared_buffers',
      'huge_pages',
      'work_mem',
      'hash_mem_multiplier',
      'maintenance_work_mem',
      'autovacuum_work_mem',
      'temp_file_limit',
      'effective_cache_size',
    ],
  },
  {
    key: 'planner',
    title: 'Planner',
    names: ['random_page_cost', 'effective_io_concurrency', 'default_statistics_target', 'jit'],
  },
  {
    key: 'parallel',
    title: 'Parallel work',
    names: [
      'max_worker_processes',
      'max_parallel_workers',
      'max_parallel_workers_per_gather',
      'max_parallel_maintenance_workers',
    ],
  },
  {
    key: 'wal',
    title: 'Write-ahead log',
    names: [
      'max_wal_size',
      'min_wal_size',
      'checkpoint_timeout',
      'checkpoint_completion_target',
      'wal_compression',
      'wal_buffers',
      'synchronous_commit',
    ],
  },
  {
    key: 'autovacuum',
    title: 'Autovacuum',
    names: [
      'autovacuum',
      'autovacuum_max_workers',
      'autovacuum_naptime',
      'autovacuum_vacuum_scale_factor',
      'autovacuum_analyze_scale_factor',
      'autovacuum_vacuum_cost_limit',
    ],
  },
  {
    key: 'logging',
    title: 'Logging',
    names: [
      'log_min_duration_statement',
      'log_connections',
      'log_disconnections',
      'log_lock_waits',
      'log_checkpoints',
      'log_autovacuum_min_duration',
      'log_temp_files',
      'track_io_timing',
    ],
  },
  { key: 'locks', title: 'Locks', names: ['max_locks_per_transaction', 'deadlock_timeout'] },
];

export const CURATED: ReadonlySet<string> = new Set(GROUPS.flatMap(({ names }) => names));

/** Settings that cannot be changed here, but that bounds depend on. */
export const DEPENDENCIES = [
  'wal_segment_size',
  'max_wal_senders',
  'max_prepared_transactions',
  'reserved_connections',
];

export const ADVICE: Record<string, string> = {
  max_connections: 'Every session uses memory. For many clients, use a connection pooler.',
  shared_buffers: 'About a quarter of the machine’s memory.',
  huge_pages: 'With "try", the server uses huge pages if it can, and starts without them otherwise.',
  work_mem: 'Limit for each sort or hash operation. One query may run several at once.',
  effective_cache_size:
    'About three quarters of the machine’s memory. An estimate for the planner, which reserves nothing.',
  random_page_cost: '1.1 for SSDs.',
  max_wal_size: 'A larger value means fewer checkpoints and a longer recovery after a crash.',
  autovacuum: 'Without it, tables bloat, and the server eventually refuses writes to protect its data.',
  synchronous_commit: 'With "off", a crash may lose the last commits, but does not corrupt data.',
  statement_timeout:
    'Applies to all sessions that do not override it. Set it for single roles where you can.',
  log_min_duration_statement: '-1 logs none. Statements may contain confidential data.',
};
