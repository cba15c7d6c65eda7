import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { copyOfApp, isOfApp } from './copyOfApp'
import { Refusal } from './errors'
import { orderText } from './orderText'
import { readPreloads } from './preload'

export interface StaticOptions {
  /** The folder of the built app; without one only the API is served. */
  root: string
  /** What the app is told at run time (AP-06). */
  runtimeConfig: { apiHost: string; extensions: boolean; inspectorUrl: string; signUp: string; demo?: object }
}

/** The document of an address: what anyone may open does not begin with the frame of the signed-in pages. */
function pageAt(pathname: string): string {
  if (/^\/inspector\/?$/.test(pathname)) return 'inspector.html'
  // A window of the app that a recording answers.
  if (/^\/inspector\/app\/?$/.test(pathname)) return 'replayed.html'
  if (isPaymentPage(pathname)) return 'pay.html'
  return /^\/auth(?:\/|$)/.test(pathname) ? 'public.html' : 'index.html'
}

/** What people and mail programs leave at the end of a link that they take out of a text; no token ends so. */
const strayEnd = /(?:[.,;:!?()[\]<>"'’”]|%(?:20|0[AD]|22|3[CE]|5[BD]|E2%80%9[9D]))$/i
/** No link is nearly as long. */
const longestLink = 300

function withoutStrayEnd(pathname: string): string {
  const shorter = pathname.length > longestLink ? pathname : pathname.replace(strayEnd, '')
  return shorter === pathname ? pathname : withoutStrayEnd(shorter)
}

/** The page that customers pay on, which is no part of the app (PY-01). */
export const isPaymentPage = (pathname: string): boolean => /^\/pay(?:\/|$)/.test(pathname)

/** Whether somebody opens an address: previews of mails and messengers ask for a payment link by no type of their own. */
export const asksForPage = ({
  method,
  url,
  headers: { accept = '*/*' },
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (accept.includes('text/html') || (accept.includes('*/*') && isPaymentPage(addressOf(url).pathname)))

/** What was asked for, as an address of this server. What follows two slashes must not be taken for a host. */
function addressOf(asked: string): URL {
  const [pathname = '/', ...query] = asked.split('?')
  const address = new URL('http://localhost/')
  address.pathname = pathname
  address.search = query.join('?')
  return address
}

/** The files of the built app. */
const filesOf = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter(isOfApp)

/** Delivers the built app: hashed files for ever, pages and settings anew each time. */
export async function serveApp(app: FastifyInstance, { root, runtimeConfig }: StaticOptions): Promise<void> {
  app.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-store').send(runtimeConfig))
  const hasApp = existsSync(join(root, 'index.html'))
  if (hasApp) {
    const preloadsOf = readPreloads(root)
    await app.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        // Which twin is sent depends on what the client can unpack, and caches in between must know.
        reply.header('vary', 'accept-encoding')
        const link = /\/(?:index|public)\.html(?:\.\w+)?$/.test(path) && preloadsOf(addressOf(reply.request.url))
        if (link) reply.header('link', link)
      },
    })
  }
  const folder = hasApp ? copyOfApp(app, root) : () => root
  const deliver = {
    // Whoever no longer waits is told nothing.
    errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy()
      else app.errorHandler(error, request, reply)
    },
  }
  const send = (reply: FastifyReply, file: string) => reply.sendFile(file, folder())
  if (hasApp) {
    const files = new Set(filesOf(root))
    // One route for all of them: there are more than a thousand, and a route for each would be most of a start.
    app.get<{ Params: { '*': string } }>('/assets/*', deliver, (request, reply) => {
      const file = `assets/${request.params['*']}`
      return files.has(file) ? send(reply, file) : reply.callNotFound()
    })
    for (const file of [...files].filter((name) => !name.startsWith('assets/')))
      app.get(`/${file}`, deliver, (_request, reply) => send(reply, file))
    app.get('/', deliver, (_request, reply) => send(reply, 'public.html'))
  }
  const paymentPage = hasApp ? readFileSync(join(root, 'pay.html'), 'utf8') : ''
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = addressOf(request.url)
    const isPage = !pathname.startsWith('/api/') && !pathname.startsWith('/assets/')
    if (hasApp && isPage && asksForPage(request)) {
      const whole = withoutStrayEnd(pathname)
      if (isPaymentPage(pathname) && whole !== pathname) return reply.redirect(whole)
      const [, token] = /^\/pay\/([^/]+)\/?$/.exec(pathname) ?? []
      if (token !== undefined && runtimeConfig.apiHost === '')
        return sendPaymentPage(app, request, reply, { page: paymentPage, token })
      return send(reply, pageAt(pathname))
    }
    throw new Refusal(404, 'not_found', 'There is nothing at this address')
  })
}

/**
 * The payment page with the order in it, for whoever has no JavaScript: as much as its token opens, asked for as anybody
 * would, so that whoever guesses is held up as anybody is.
 */
async function sendPaymentPage(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { page, token }: { page: string; token: string },
) {
  const url = `/api/v1/orders/token/${token}`
  const { body } = await app.inject({ method: 'GET', url, remoteAddress: request.ip })
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(page.replace('<!-- The order -->', () => orderText(body)))
}
