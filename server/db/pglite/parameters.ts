import { PGlite } from '@electric-sql/pglite'

/** Without -F (which turns fsync off), and with the one sync method that reaches the file system's fsync. */
export const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'TimeZone=UTC',
  // The engine's memory never shrinks, and what is not in these buffers the system has in its own.
  '-c',
  'shared_buffers=32MB',
]
