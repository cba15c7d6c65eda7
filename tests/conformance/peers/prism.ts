import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, parsed, valueAt } from '../mutants/exchange'
import { documentFor, type World } from './document'
import type { Peer } from './peer'
import type { OpenApi } from '../../../contract/openapi/types'

interface Step {
  method: string
  path: string
  body?: unknown
  token?: string
}

/** Prism 5.14.2 as a validating proxy; it drives nothing itself, so a walk over all calls passes through it. */
export async function prism(folder: string, world: World, port: number, upstream: string): Promise<Peer> {
  const document = documentFor(world, 2)
  writeFileSync(join(folder, 'prism.json'), JSON.stringify(document))
  const child = spawn(
    join(folder, 'node_modules/.bin/prism'),
    ['proxy', 'prism.json', upstream, '--port', `${port}`, '--host', '127.0.0.1'],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
  )
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Prism is listening')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`Prism ended with ${code}: ${output.trim().slice(-200)}`)))
  })
  return {
    name: 'Prism',
    async findings(_url, token) {
      const found: string[] = []
      for (const step of walk(document, world, token)) found.push(...(await violations(port, step)))
      return found
    },
    stop: () => void child.kill('SIGTERM'),
  }
}

/** Every call once as its example says, and some that must be refused. */
function walk(document: OpenApi, { fields }: World, token: string): Step[] {
  const steps: Step[] = []
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { parameters = [], requestBody, security }] of Object.entries(operations)) {
      const named = parameters.filter((parameter) => parameter.in === 'path')
      const filled = named.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, example }) => `${name}=${String(example)}`)
      const body = requestBody?.content['application/json'].example
      const address = `${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
      steps.push({ method: method.toUpperCase(), path: address, body, ...(security ? {} : { token }) })
      if (!security) steps.push({ method: method.toUpperCase(), path: address, body })
    }
  }
  // Deletions come last, so that what is asked for before is still there.
  const isDeletion = ({ method }: Step) => method === 'DELETE'
  return [
    ...steps.filter((step) => !isDeletion(step)),
    { method: 'GET', path: '/api/v1/campaigns/unknown', token },
    {
      method: 'POST',
      path: '/api/v1/search',
      body: { organizationId: fields['organizationId'], resource: 'orders' },
      token,
    },
    {
      method: 'POST',
      path: '/api/v1/search',
      body: { organizationId: fields['organizationId'], resource: 'customers' },
      token,
    },
    { method: 'POST', path: '/api/v1/users/login', body: { email: fields['email'], password: 'wrong password' } },
    ...steps.filter(isDeletion).toReversed(),
  ]
}

async function violations(port: number, { method, path, body, token }: Step): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  })
  await response.arrayBuffer()
  const at = `${method} ${path} ${token === undefined ? 'without' : 'with'} token`
  const header = response.headers.get('sl-violations')
  if (header === null) return []
  const listed = parsed(header)
  if (!Array.isArray(listed)) return [`${at}: ${header.slice(0, 60)}`]
  // What Prism says of our own request, such as that it has no token on purpose, is not about the server.
  return listed
    .filter((violation) => isRecord(violation) && String(valueAt(violation, 'location.0')) !== 'request')
    .map(
      (violation) =>
        `${at}: ${JSON.stringify(valueAt(violation, 'location'))} ${String(valueAt(violation, 'message'))}`,
    )
}
