import { isRecord, RequestError } from './errors'

function detailsOf(error: unknown): readonly Record<string, unknown>[] {
  const reason = error instanceof RequestError && isRecord(error.body) ? error.body['error'] : undefined
  const details: unknown = isRecord(reason) ? reason['details'] : undefined
  return Array.isArray(details) ? details.filter(isRecord) : []
}

/** What the backend said about fields of the body that it did not take, by their last name. */
export function fieldRefusals(error: unknown): Record<string, string> {
  const refused = detailsOf(error).flatMap(({ path, message }): [string, string][] => {
    if (typeof path !== 'string' || typeof message !== 'string' || !path.startsWith('body.')) return []
    return [[path.slice(path.lastIndexOf('.') + 1), message]]
  })
  // The first that was said about a field counts.
  return Object.fromEntries(refused.toReversed())
}

/** The same by the whole path within the body, such as `lines.0.unitPrice`. */
export function pathRefusals(error: unknown): Record<string, string> {
  const refused = detailsOf(error).flatMap(({ path, message }): [string, string][] =>
    typeof path === 'string' && typeof message === 'string' && path.startsWith('body.')
      ? [[path.slice('body.'.length), message]]
      : [],
  )
  return Object.fromEntries(refused.toReversed())
}

/** Whether the backend names this field of the body as one that it did not take. */
export const isFieldRefused = (error: unknown, field: string): boolean =>
  detailsOf(error).some(({ path }) => path === `body.${field}`)
