import type { Operation } from '../../contract/openapi/types'

/** A text as one word of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The call as a command with the values of its examples; the token is taken from the variable TOKEN. */
export function curlOf(call: Operation & { method: string; path: string }, origin: string): string {
  const { method, path, parameters = [], requestBody, security } = call
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(parameters.find((parameter) => parameter.name === name)?.example)),
  )
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place, required, example }) =>
      place === 'query' && required ? [[name, String(example)]] : [],
    ),
  )
  const address = `${origin}${inPath}${query.size > 0 ? `?${query}` : ''}`
  const body = requestBody?.content['application/json'].example
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address)}`,
    ...(security ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`,
        ]),
  ].join(' \\\n  ')
}
