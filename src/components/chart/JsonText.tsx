import { inspector } from '../../../styled-system/recipes/inspector'

/** Data as indented JSON, for reading; given as JSON text. */
export function JsonText({ label, parts }: { label: string; parts: readonly { name: string; json: string }[] }) {
  return (
    <pre className={inspector().json} role="region" aria-label={label} tabIndex={0}>
      {parts
        .filter(({ json }) => json !== '')
        .map(({ name, json }) => `${name}\n${JSON.stringify(JSON.parse(json), null, 2)}\n`)
        .join('\n')}
    </pre>
  )
}
