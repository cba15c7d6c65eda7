import { type JsonSchema, nameOf } from '../../contract/openapi/components'
import { html, type Html } from './html'

const noLink: Html = html`<em>anything</em>`

/** The type of a value, with links to the schemas that it is made of. */
export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) return html`<a href="#schema-${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`
  const choices = schema.anyOf ?? []
  if (choices.length > 0) return joined(choices.map(typeOf))
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return joined(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`))
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  if (Array.isArray(schema.type)) return joined(schema.type.map((type) => html`${type}`))
  const ofValues = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
  if (ofValues) return html`object of ${typeOf(ofValues)}`
  return schema.type === undefined ? noLink : html`${schema.type}`
}

const joined = (parts: Html[]) => html`${parts.map((part, index) => (index === 0 ? part : html` or ${part}`))}`

const bounds: Record<string, string> = {
  minLength: 'length at least %s',
  maxLength: 'length at most %s',
  minimum: 'at least %s',
  exclusiveMinimum: 'more than %s',
  maximum: 'at most %s',
  multipleOf: 'a multiple of %s',
  minProperties: 'fields at least %s',
  format: '%s',
  pattern: 'matches %s',
  default: '%s when left out',
}

/** The bounds of a value, in words. */
export function boundsOf(schema: JsonSchema): string {
  // Of a pattern in a format nobody wants to see the text as well.
  const shown = Object.entries(bounds).filter(
    ([keyword]) => schema[keyword] !== undefined && !(keyword === 'pattern' && schema.format !== undefined),
  )
  return shown
    .map(([keyword, words]) => {
      const value = schema[keyword]
      return words.replace('%s', () => (typeof value === 'string' ? value : JSON.stringify(value)))
    })
    .join(', ')
}

/** The fields of an object, or what else a schema says. */
export function schemaTable(name: string, schema: JsonSchema): Html {
  const fields = Object.entries(schema.properties ?? {})
  const required = schema.required ?? []
  const about = [boundsOf(schema), schema.description ?? ''].filter((text) => text !== '').join('. ')
  const oneOf = (schema.oneOf ?? []).map(({ required = [] }) => required.join(', '))
  return html`<section class="schema" id="schema-${name}" aria-labelledby="title-schema-${name}">
    <h3 id="title-schema-${name}">${name}</h3>
    ${about !== '' && html`<p>${about}</p>`} ${oneOf.length > 0 && html`<p>Exactly one of: ${oneOf.join(' or ')}.</p>`}
    ${
      fields.length === 0
        ? html`<p>${schema.properties ? 'An object without fields that we know.' : typeOf(schema)}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="Fields of ${name}">
            <table>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Type</th>
                  <th scope="col">Required</th>
                  <th scope="col">Bounds</th>
                </tr>
              </thead>
              <tbody>
                ${fields.map(
                  ([field, value]) =>
                    html`<tr>
                      <th scope="row"><code>${field}</code></th>
                      <td>${typeOf(value)}</td>
                      <td>${required.includes(field) ? 'yes' : 'no'}</td>
                      <td>${boundsOf(value)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
  </section>`
}
