import type { HttpRequest } from './http'
import { quoted, shortened } from './shell'

/** Longest body that a command shows. */
const maxBody = 30_000

/** The command that repeats a request. */
export function curlOf(baseUrl: string, { method, path, headers, body }: HttpRequest): string {
  const parts = ['curl -i', ...(method === 'HEAD' ? ['-I'] : ['-X', method]), quoted(`${baseUrl}${path}`)]
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'accept') parts.push('-H', quoted(`${name}: ${value}`))
  }
  if (body !== undefined) {
    const shown = shortened(body)
    parts.push(
      '--data-raw',
      shown.length <= maxBody ? shown : `${quoted(body.slice(0, 200))} # and ${body.length - 200} more characters`,
    )
  }
  return parts.join(' ')
}
