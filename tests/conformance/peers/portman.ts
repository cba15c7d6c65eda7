import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsed, valueAt } from '../mutants/exchange'
import { documentFor, type World } from './document'
import { run } from './install'
import type { Peer } from './peer'

/** Portman 1.33 with its contract tests on every call, run by Newman. */
export async function portman(folder: string, world: World): Promise<Peer> {
  const bin = (name: string) => join(folder, 'node_modules/.bin', name)
  const every = { openApiOperation: '*::/*' }
  const enabled = { enabled: true }
  writeFileSync(join(folder, 'portman.json'), JSON.stringify(documentFor(world, 0)))
  writeFileSync(
    join(folder, 'portman.config.json'),
    JSON.stringify({
      version: 1,
      tests: {
        contractTests: [
          { ...every, statusSuccess: enabled },
          { ...every, contentType: enabled },
          { ...every, jsonBody: enabled },
          { ...every, schemaValidation: enabled },
        ],
      },
    }),
  )
  writeFileSync(
    join(folder, 'postman.config.json'),
    JSON.stringify({
      requestParametersResolution: 'Example',
      exampleParametersResolution: 'Example',
      folderStrategy: 'Tags',
    }),
  )
  const files = [
    '-l',
    'portman.json',
    '-c',
    'portman.config.json',
    '-s',
    'postman.config.json',
    '-o',
    'collection.json',
  ]
  const { code, output } = await run(bin('portman'), files, folder)
  if (code !== 0) throw new Error(`Portman: ${output.trim().split('\n').at(-1) ?? ''}`)
  return {
    name: 'Portman',
    async findings(url, token) {
      const report = join(folder, 'newman.json')
      rmSync(report, { force: true })
      const variables = [`baseUrl=${url}`, `bearerToken=${token}`].flatMap((variable) => ['--env-var', variable])
      const options = ['-r', 'json', '--reporter-json-export', report, '--timeout-request', '10000']
      await run(bin('newman'), ['run', 'collection.json', ...variables, ...options], folder)
      const failures = valueAt(parsed(readFileSync(report, 'utf8')), 'run.failures') as unknown[]
      return failures.map(
        (failure) => `${String(valueAt(failure, 'source.name'))}: ${String(valueAt(failure, 'error.test'))}`,
      )
    },
    stop: () => undefined,
  }
}
