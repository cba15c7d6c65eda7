import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../engine/model'
import { htmlReport } from './html'
import { junitReport } from './junit'
import type { ReportKind } from './kinds'

const files: Partial<Record<ReportKind, [name: string, text: (report: Report) => string]>> = {
  json: ['conformance.json', (report) => `${JSON.stringify(report, null, 2)}\n`],
  junit: ['conformance.junit.xml', junitReport],
  html: ['conformance.html', htmlReport],
}

/** Writes the reports that are files; returns their paths. */
export async function writeReports(report: Report, kinds: readonly ReportKind[], folder: string): Promise<string[]> {
  const written: string[] = []
  for (const kind of new Set(kinds)) {
    const file = files[kind]
    if (file === undefined) continue
    const [name, text] = file
    await mkdir(folder, { recursive: true })
    const path = join(folder, name)
    await writeFile(path, text(report))
    written.push(path)
  }
  return written
}
