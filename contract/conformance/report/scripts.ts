import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding, Report } from '../engine/model'

/** Each finding's script by its file's name, such as search.total-1.sh. */
export function scriptsOf({ findings }: Report): Map<Finding, string> {
  const counts = new Map<string, number>()
  return new Map(
    findings.map((finding) => {
      const number = (counts.get(finding.rule) ?? 0) + 1
      counts.set(finding.rule, number)
      return [finding, `${finding.rule}-${number}.sh`]
    }),
  )
}

/** Writes the scripts of the findings into a folder of their own; those of an earlier run go. */
export async function writeScripts(report: Report, folder: string): Promise<void> {
  const into = join(folder, 'scripts')
  await rm(into, { recursive: true, force: true })
  if (report.findings.length === 0) return
  await mkdir(into, { recursive: true })
  for (const [{ script }, name] of scriptsOf(report)) await writeFile(join(into, name), script, { mode: 0o755 })
}
