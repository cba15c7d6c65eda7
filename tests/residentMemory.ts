import { spawnSync } from 'node:child_process'

/** Resident memory of a process, in bytes. */
export function residentMemory(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout) * 1024
}
