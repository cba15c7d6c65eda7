import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { openapi } from '../../contract/openapi/document'
import { docsPage } from '../docs/page'
import { ownFile } from '../files'

const read = (name: string) => readFileSync(ownFile(`docs/${name}`), 'utf8')

// Whatever a person types into the address shows the page.
const chosen = z.object({
  q: z.catch(z.string().check(z.trim(), z.maxLength(200)), ''),
  level: z.catch(z.enum(['', 'core', 'extension']), ''),
})

/** The contract for programs and for people to read; both are the same for anyone. */
export function serveDocs(app: FastifyInstance): void {
  // Made when somebody asks for it: it is a tenth of what a start takes.
  let made: ReturnType<typeof openapi> | undefined
  const document = () => (made ??= openapi())
  const css = read('docs.css')
  const script = read('docs.js')
  const cached = { 'cache-control': 'no-cache' }
  app.get('/api/openapi.json', (_request, reply) => reply.headers(cached).send(document()))
  app.get('/api/docs', (request, reply) =>
    reply
      .headers(cached)
      .type('text/html; charset=utf-8')
      .send(docsPage(document(), z.parse(chosen, request.query), `${request.protocol}://${request.host}`)),
  )
  app.get('/api/docs/docs.css', (_request, reply) => reply.headers(cached).type('text/css; charset=utf-8').send(css))
  app.get('/api/docs/docs.js', (_request, reply) =>
    reply.headers(cached).type('text/javascript; charset=utf-8').send(script),
  )
}
