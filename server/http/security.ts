import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { InlineHashes } from './inlineHashes'
import { policyOfNoPage } from './policies'
import { isPaymentPage } from './static'

/** What only a document obeys, and what a file that never changes needs nobody to ask. */
const notForAssets = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'accept-ranges',
  'etag',
  'last-modified',
]

export interface SecurityOptions {
  /** Where the app finds its backend; empty for this server itself. */
  apiHost?: string
  /** The address that people use. */
  publicUrl?: string
  /** Whether the hosts below it are all served over TLS, too. */
  hasSubdomainsOverTls?: boolean
  /** What the app's pages carry in themselves. */
  inline?: InlineHashes
}

/** What the page that customers pay on may do: less than the app, which shows pictures from elsewhere (PY-05). */
const paymentPolicy = (connect: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join(';')

/**
 * What the frame that mails are shown in may do (ML-02): look as the mail says, with pictures from elsewhere, and run nothing
 * but the script that puts the mail in. It is of no origin, so that nothing in it is the app's.
 */
const mailFramePolicy = (script: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src ${script.join(' ') || "'none'"}`,
    "style-src 'unsafe-inline'",
    'img-src data: https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join(';')

/** Headers that keep a browser from running, framing or sending what is not ours. */
export async function secure(
  app: FastifyInstance,
  { apiHost = '', publicUrl = '', hasSubdomainsOverTls = false, inline }: SecurityOptions = {},
): Promise<void> {
  const connect = ["'self'", ...(apiHost === '' ? [] : [new URL(apiHost).origin])]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...(inline?.scripts ?? [])],
        'style-src': ["'self'", ...(inline?.styles ?? [])],
        // The pictures of products are wherever their addresses say.
        'img-src': ["'self'", 'data:', 'https:'],
        'font-src': ["'self'"],
        'connect-src': connect,
        // Of our pages the frame that mails are shown in lets itself be framed, and no other.
        'frame-src': ["'self'"],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        'require-trusted-types-for': ["'script'"],
      },
    },
    // A tester's inspector is a window of its own, which the page talks to.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Browsers keep this for a year, which only whoever serves over TLS can promise, for the hosts below as for this one.
    strictTransportSecurity: publicUrl.startsWith('https:') && {
      maxAge: 31_536_000,
      includeSubDomains: hasSubdomainsOverTls,
    },
    referrerPolicy: { policy: 'no-referrer' },
  })
  // A page loads some fifteen scripts: 600 bytes on each would be as much as its table.
  app.addHook('onSend', async ({ url }, reply) => {
    const pathname = url.replace(/[?#].*$/, '')
    if (pathname === '/mail.html') reply.header('content-security-policy', mailFramePolicy(inline?.mailFrame ?? []))
    if (isPaymentPage(pathname)) {
      reply.header('content-security-policy', paymentPolicy(connect))
      reply.header('cross-origin-opener-policy', 'same-origin')
    }
    if (!url.startsWith('/assets/')) return
    for (const name of notForAssets) reply.removeHeader(name)
    // A script that runs as a worker obeys the policy of its own answer.
    reply.header('content-security-policy', policyOfNoPage)
  })
}
