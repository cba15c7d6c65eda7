import { nameOf } from '../../contract/openapi/components'
import { curlOf } from './curl'
import { html, type Html } from './html'
import { boundsOf, schemaTable, typeOf } from './schema'
import type { Answer, OpenApi, Operation, Parameter } from '../../contract/openapi/types'

/** What of the document is shown. */
export interface Chosen {
  /** Words that method, path, summary, resource or field names contain. */
  q: string
  level: '' | 'core' | 'extension'
}

interface Call extends Operation {
  method: string
  path: string
}

/**
 * The API for people to read, with every value of the document escaped. Without its script it is a page like others,
 * which the server narrows; commands are for the server at `origin`.
 */
export function docsPage(document: OpenApi, chosen: Chosen, origin: string): string {
  const all = callsOf(document)
  const shown = new Set(all.filter((call) => isChosen(call, document, chosen)))
  const groups = document.tags.map((tag) => {
    const calls = all.filter(({ tags }) => tags.includes(tag.name))
    return { ...tag, calls, isHidden: !calls.some((call) => shown.has(call)) }
  })
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title} API</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/api/docs/docs.css" />
        <script src="/api/docs/docs.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <div class="side">
          ${searchForm(chosen)}
          <p role="status">${shown.size} of ${all.length} calls</p>
          <nav aria-label="Calls">
            ${groups.map(
              ({ name, calls, isHidden }) =>
                html`<div class="index" ${hidden(isHidden)}>
                  <h2><a href="#tag-${name}">${name}</a></h2>
                  <ul>
                    ${calls.map(
                      (call) =>
                        html`<li ${hidden(!shown.has(call))}>
                          <a href="#${call.operationId}"
                            ><span class="method ${call.method}">${call.method}</span>
                            <code>${breakable(call.path.replace('/api/v1', ''))}</code></a
                          >
                        </li>`,
                    )}
                  </ul>
                </div>`,
            )}
            <div>
              <h2><a href="#schemas">Schemas</a></h2>
            </div>
          </nav>
        </div>
        <main id="calls" tabindex="-1">
          <header>
            <h1>${document.info.title} API</h1>
            <p>${document.info.description.replaceAll('`', '')}</p>
            <p>
              The commands take the token from the variable <code>TOKEN</code>: sign in by
              <a href="#usersLogin">the first of them</a>, then <code>export TOKEN=…</code>.
              <a href="/api/openapi.json">OpenAPI ${document.openapi} as JSON</a>
            </p>
          </header>
          <p id="none" ${hidden(shown.size > 0)}>No call matches. <a href="/api/docs">Show all</a></p>
          ${groups.map(
            ({ name, description, calls, isHidden }) =>
              html`<section id="tag-${name}" aria-labelledby="title-${name}" ${hidden(isHidden)}>
                <h2 id="title-${name}">${name}</h2>
                <p>${description}</p>
                ${calls.map((call) => callSection(call, document, { origin, isHidden: !shown.has(call) }))}
              </section>`,
          )}
          <section id="schemas" aria-labelledby="title-schemas">
            <h2 id="title-schemas">Schemas</h2>
            ${Object.entries(document.components.schemas).map(([name, schema]) => schemaTable(name, schema))}
          </section>
        </main>
      </body>
    </html>`.text
}

const hidden = (isHidden: boolean) => isHidden && html`hidden`

const callsOf = ({ paths }: OpenApi): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

/** The words that a call is found by. */
function textOf(call: Call, { components }: OpenApi): string {
  const schema = call.requestBody?.content['application/json'].schema.$ref
  const fields = Object.keys((schema === undefined ? undefined : components.schemas[nameOf(schema)])?.properties ?? {})
  const names = (call.parameters ?? []).map(({ name }) => name)
  return [call.method, call.path, call.summary, ...call.tags, ...fields, ...names].join(' ').toLowerCase()
}

function isChosen(call: Call, document: OpenApi, { q, level }: Chosen): boolean {
  if (level !== '' && call['x-level'] !== level) return false
  const text = textOf(call, document)
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A path that may go on in a new line after each of its parts. */
const breakable = (path: string) => path.split('/').map((part, index) => (index === 0 ? part : html`/<wbr />${part}`))

const levels = { '': 'All levels', core: 'Core: every backend', extension: 'Extension: the reference server' } as const

const searchForm = ({ q, level }: Chosen) =>
  html`<form role="search" action="/api/docs" method="get">
    <label>Find a call <input type="search" name="q" value="${q}" maxlength="200" /></label>
    <label>
      Level
      <select name="level">
        ${Object.entries(levels).map(
          ([value, label]) => html`<option value="${value}" ${value === level ? html`selected` : ''}>${label}</option>`,
        )}
      </select>
    </label>
    <button type="submit">Show</button>
    ${(q !== '' || level !== '') && html`<a href="/api/docs">Show all</a>`}
  </form>`

function callSection(call: Call, document: OpenApi, { origin, isHidden }: { origin: string; isHidden: boolean }): Html {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = call
  const answers = Object.entries(responses)
  return html`<article
    id="${operationId}"
    aria-labelledby="title-${operationId}"
    data-text="${textOf(call, document)}"
    data-level="${call['x-level']}"
    ${hidden(isHidden)}
  >
    <h3 id="title-${operationId}"><span class="method ${method}">${method}</span> <code>${path}</code></h3>
    <p>${summary}</p>
    ${description !== undefined && html`<p>${description}</p>`}
    <ul class="facts">
      <li>${call['x-level']}</li>
      <li>${call.security ? 'Anyone may call it' : 'Needs a bearer token'}</li>
    </ul>
    <div class="command">
      <pre tabindex="0" role="region" aria-label="Command: ${summary}"><code>${curlOf(call, origin)}</code></pre>
      <button type="button" class="copy" aria-label="Copy the command: ${summary}" hidden>Copy</button>
    </div>
    ${parameters.length > 0 && parameterTable(parameters, summary)}
    ${
      requestBody &&
      html`<h4>Body</h4>
        <p>
          ${typeOf(requestBody.content['application/json'].schema)} as <code>application/json</code>,
          ${requestBody.required ? 'required' : 'optional'}
        </p>
        ${example(requestBody.content['application/json'].example, `Example of the body: ${summary}`)}`
    }
    <h4>Answers</h4>
    ${answers.map(([status, answer]) => html`${answer.$ref === undefined && success(status, answer, summary)}`)}
    <details>
      <summary>Refusals</summary>
      <dl>
        ${answers.map(([status, answer]) => html`${answer.$ref !== undefined && refusal(status, answer.$ref, document)}`)}
      </dl>
    </details>
  </article>`
}

const parameterTable = (parameters: Parameter[], summary: string) =>
  html`<h4>Parameters</h4>
    <div class="scroll" tabindex="0" role="region" aria-label="Parameters: ${summary}">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">Type</th>
            <th scope="col">Required</th>
            <th scope="col">Bounds</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map(
            ({ name, in: place, schema, required, example }) =>
              html`<tr>
                <th scope="row"><code>${name}</code></th>
                <td>${place}</td>
                <td>${typeOf(schema)}</td>
                <td>${required ? 'yes' : 'no'}</td>
                <td>${boundsOf(schema)}</td>
                <td><code>${String(example)}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`

function success(status: string, { description = '', content }: Answer, summary: string): Html {
  const media = content?.['application/json']
  const stream = content?.['text/event-stream']
  return html`<p><strong>${status}</strong> ${media ? typeOf(media.schema) : description}</p>
    ${media && example(media.example, `Example of the answer ${status}: ${summary}`)}
    ${stream && preformatted(stream.example, `Example of the answer ${status}: ${summary}`)}`
}

function refusal(status: string, ref: string, { components }: OpenApi): Html {
  const answer = components.responses[ref.slice('#/components/responses/'.length)]
  const schema = answer?.content?.['application/json']?.schema
  return html`<dt>${status}</dt>
    <dd>${answer?.description ?? ''} ${schema && typeOf(schema)}</dd>`
}

const example = (value: unknown, label: string) => preformatted(JSON.stringify(value, null, 2), label)

const preformatted = (text: string, label: string) =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`
