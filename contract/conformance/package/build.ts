import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { openapi } from '../../openapi/document'
import { levelsText } from '../levels'

const help = `npm run conformance:pack [-- --out DIR]

Builds the package for backend teams in DIR (dist-conformance): the checker as one file, the typed client and the OpenAPI
document. It needs no other package; npm pack or npm publish in DIR does the rest.
`

const root = fileURLToPath(new URL('../../../', import.meta.url))
const fromRoot = (path: string) => join(root, path)

/** Packages whose types the client's types are made of; their code is in the bundle. */
const typed = ['zod', '@ts-rest/core']

function options() {
  try {
    return parseArgs({
      options: { out: { type: 'string', default: 'dist-conformance' }, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    process.stderr.write(`conformance:pack: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`)
    return process.exit(2)
  }
}

/** One file of JavaScript that imports nothing but Node's own modules. */
async function bundle(entry: string, folder: string, name: string) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: fromRoot(entry),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  })
}

/** The client's declarations, with the file endings that Node's resolution wants. */
function declarations(folder: string) {
  execFileSync(
    fromRoot('node_modules/.bin/tsc'),
    ['--project', fromRoot('contract/conformance/package/tsconfig.json'), '--outDir', folder],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

async function pack(out: string) {
  const folder = resolve(out)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundle('contract/conformance/package/bin.ts', join(folder, 'bin'), 'offerdesk-conformance.js')
  const bin = join(folder, 'bin/offerdesk-conformance.js')
  writeFileSync(bin, `#!/usr/bin/env node\n${readFileSync(bin, 'utf8').replace(/^#!.*\n/, '')}`)
  chmodSync(bin, 0o755)
  await bundle('contract/conformance/package/client.ts', folder, 'client.js')
  declarations(join(folder, 'types'))
  for (const file of filesIn(join(folder, 'types'))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '|import\(")(\.[^'"]*)/g, '$1$2.js'))
  }
  for (const name of typed) {
    const source = fromRoot(`node_modules/${name}`)
    for (const file of filesIn(source)) {
      if (!/\.d\.[cm]?ts$|package\.json$|LICEN[SC]E/.test(file) || file.includes('/src/v3/')) continue
      cpSync(file, join(folder, 'node_modules', name, file.slice(source.length)), { recursive: true })
    }
  }
  writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(openapi(), null, 2)}\n`)
  writeFileSync(join(folder, 'LEVELS.md'), levelsText())
  for (const [from, to] of [
    ['contract/conformance/package/README.md', 'README.md'],
    ['LICENSE', 'LICENSE'],
    ['contract/conformance/report/report.schema.json', 'report.schema.json'],
  ] as const) {
    cpSync(fromRoot(from), join(folder, to))
  }
  const { version, license, engines } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  const manifest = {
    name: 'offerdesk-conformance',
    version,
    description: 'Checks a backend against the Offerdesk contract; with its typed client and its OpenAPI document.',
    license,
    type: 'module',
    engines,
    bin: { 'offerdesk-conformance': './bin/offerdesk-conformance.js' },
    exports: {
      '.': { types: './types/conformance/package/client.d.ts', default: './client.js' },
      './openapi.json': './openapi.json',
      './report.schema.json': './report.schema.json',
      './package.json': './package.json',
    },
    files: ['bin', 'client.js', 'types', 'openapi.json', 'report.schema.json', 'LEVELS.md'],
    // Their types only, as they were when the client was built.
    dependencies: Object.fromEntries(typed.map((name) => [name, '*'])),
    bundleDependencies: typed,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

const { out, help: isHelp } = options()
if (isHelp) {
  process.stdout.write(help)
} else {
  await pack(out)
  process.stdout.write(`Built in ${out}; npm pack there makes the package\n`)
}
