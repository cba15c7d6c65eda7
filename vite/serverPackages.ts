import type { Plugin } from 'vite'

/** What is installed beside the server: it is not only JavaScript, and finds the rest of itself by where it lies. */
export const external = ['@electric-sql/pglite', '@node-rs/argon2']

/** What Fastify and its plugins would load for schemas of their own, and for folders that are delivered whole. */
export const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'glob']

const asksForCloudflare = /function isCloudflareRuntime\(\) \{[\s\S]*?\n\}\n/

/** pg looks for Cloudflare by making a Response, for which Node 20 loads all of its fetch: 20 ms of a start. */
export function withoutCloudflare(): Plugin {
  return {
    name: 'without-cloudflare',
    apply: 'build',
    transform: {
      filter: { id: /\/pg\/lib\/stream\.js$/ },
      handler(code) {
        if (!asksForCloudflare.test(code)) this.error('pg changed: look at vite/serverPackages.ts')
        return { code: code.replace(asksForCloudflare, 'function isCloudflareRuntime() { return false }\n'), map: null }
      },
    },
  }
}
