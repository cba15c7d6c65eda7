import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Names the file to which each test file of a run adds what it has used, a line at a time. */
export const timesFile = 'TEST_TIMES'

/** Whether the system tells what other processes have used. */
const isTold = existsSync('/proc/self/stat')
/** The unit in which Linux tells it, in seconds. */
const tick = 0.01

interface ProcessTime {
  pid: number
  parent: number
  ticks: number
}

/** What a process and its children that have ended have used; nothing of one that has just gone. */
function timeOf(pid: string): ProcessTime[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before is in parentheses and may hold anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    return [{ pid: Number(pid), parent, ticks: fields.slice(11, 15).reduce((sum, each) => sum + each, 0) }]
  } catch {
    return []
  }
}

/** Processor seconds of this process and, where the system tells, of all servers and browsers that it has started. */
function processorSeconds(): number {
  if (!isTold) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000_000
  }
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(timeOf)
  const ticksBelow = (pid: number): number =>
    processes
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + child.ticks + ticksBelow(child.pid), 0)
  const own = processes.find(({ pid }) => pid === process.pid)?.ticks ?? 0
  return (own + ticksBelow(process.pid)) * tick
}

/** Begins to measure for a run that asks for it; what is returned adds what has been used since to a test file's time. */
export function measure(): (file: string) => void {
  const path = process.env[timesFile]
  if (path === undefined) return () => {}
  const before = processorSeconds()
  return (file) => {
    // A process that ends on its own takes what it used with it.
    const seconds = Math.max(0, processorSeconds() - before)
    appendFileSync(path, `${JSON.stringify([file, seconds])}\n`)
  }
}

const dearest = 20

/** Writes what each test file has used, in processor seconds, and returns the dearest of them as a table. */
export function tableOfTimes(from: string, to: string): string {
  if (!existsSync(from)) return ''
  const sums = new Map<string, number>()
  for (const line of readFileSync(from, 'utf8').trim().split('\n')) {
    // What `measure` has written.
    const [file, seconds] = JSON.parse(line) as [string, number]
    sums.set(file, (sums.get(file) ?? 0) + seconds)
  }
  const times = [...sums].toSorted(([, a], [, b]) => b - a)
  const all = times.reduce((sum, [, seconds]) => sum + seconds, 0)
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, `${JSON.stringify(Object.fromEntries(times), null, 2)}\n`)
  const whose = isTold ? 'with the servers and browsers that they start' : 'of their own processes alone'
  return [
    `Processor seconds of ${times.length} test files, ${whose}: ${all.toFixed(0)} in all, each in ${to}`,
    ...times.slice(0, dearest).map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)}  ${file}`),
    '',
  ].join('\n')
}
