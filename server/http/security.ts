import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Headers that keep a browser from running, framing or sending what is not ours. */
export async function secure(app: FastifyInstance, apiHost: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...(apiHost === '' ? [] : [new URL(apiHost).origin])],
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
    // Browsers keep this for a year, which only whoever serves over TLS can promise.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
}
