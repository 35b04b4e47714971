export interface SettingGroup {
  key: string;
  title: string;
  names: string[];
}

/** The settings that are changed here. Nothing that names a program, a library, a file or an address is among them. */
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

/** Not changed here, but what is changed here depends on them. */
export const BESIDE = [
  'wal_segment_size',
  'max_wal_senders',
  'max_prepared_transactions',
  'reserved_connections',
];

export const ADVICE: Record<string, string> = {
  max_connections:
    'Each session costs memory; a pool in front of the server serves many clients with few of them.',
  shared_buffers: 'About a quarter of the memory of the machine.',
  huge_pages: 'With "try" the server uses huge pages where it can and starts all the same where it cannot.',
  work_mem: 'For each sort or hash of each query; many may run at once.',
  effective_cache_size: 'About three quarters of the memory of the machine; nothing is reserved by it.',
  random_page_cost: '1.1 for solid-state disks.',
  max_wal_size: 'More makes checkpoints rarer, and a start after a crash longer.',
  autovacuum: 'Without it tables grow and the server stops at last to protect its data.',
  synchronous_commit: 'With "off" the last commits may be lost in a crash; nothing is damaged.',
  statement_timeout: 'Holds for every session that does not say otherwise; better set for single roles.',
  log_min_duration_statement: '-1 logs none; statements may hold what is confidential.',
};
