import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentFor, forDredd, type World } from './document'
import { run } from './install'
import type { Peer } from './peer'

/** Dredd 14.1: one request for each documented success. */
export function dredd(folder: string, world: World): Peer {
  writeFileSync(join(folder, 'dredd.json'), JSON.stringify(forDredd(documentFor(world, 1))))
  return {
    name: 'Dredd',
    async findings(url, token) {
      const args = ['dredd.json', url, '--header', `Authorization: Bearer ${token}`, '--loglevel', 'error']
      const { output } = await run(join(folder, 'node_modules/.bin/dredd'), args, folder)
      const lines = output.split('\n')
      if (!lines.some((line) => /\b(?:pass|fail|complete):/.test(line))) {
        throw new Error(`Dredd: ${output.trim().split('\n').at(-1) ?? ''}`)
      }
      return lines.flatMap((line) => /\bfail: (.*?) duration/.exec(line)?.[1] ?? [])
    },
    stop: () => undefined,
  }
}
