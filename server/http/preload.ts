import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const table = z.record(
  z.string(),
  z.object({ files: z.array(z.string()), tabs: z.record(z.string(), z.array(z.string())) }),
)

/**
 * Reads which files the build says an address needs, and returns what tells the `Link` header of a page: the scripts
 * and styles that it is made of, so that the browser asks for all of them at once. Undefined for a page without any.
 */
export function readPreloads(root: string): (url: URL) => string | undefined {
  const path = join(root, '.vite/preload.json')
  const known = existsSync(path) ? z.parse(table, JSON.parse(readFileSync(path, 'utf8'))) : {}
  // A page at an address of its own, such as /orders/new, is none of the records beside it.
  const pages = Object.entries(known)
    .toSorted(([one], [other]) => Number(one.includes('$')) - Number(other.includes('$')))
    .map(([address, preload]) => ({ pattern: patternOf(address), ...preload }))
  return ({ pathname, searchParams }) => {
    const page = pages.find(({ pattern }) => pattern.test(pathname))
    const tab = searchParams.get('tab') ?? ''
    const files = [...(page?.files ?? []), ...(page && Object.hasOwn(page.tabs, tab) ? (page.tabs[tab] ?? []) : [])]
    return files.length === 0 ? undefined : files.map(linkTo).join(', ')
  }
}

/** An address such as /campaigns/$campaignId as an expression; what is fixed in it are plain words. */
const patternOf = (address: string) => new RegExp(`^${address.replaceAll(/\$\w+/g, '[^/]+').replace(/\/$/, '')}/?$`)

// A page asks for its styles as for its scripts: without what a preload of a style would bring by itself.
const linkTo = (file: string) =>
  `</${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style; crossorigin' : 'rel=modulepreload'}`
