import * as z from 'zod/mini'
import { type AppRoute, type AppRouter, isAppRoute } from '../client/tsRest'
import { webhookMessages, webhookTestMessage } from '../extensions/webhookMessages'
import { contract } from '../index'
import { signUpClosed } from '../rules/signUp'
import { errorBody, type RouteMetadata } from '../schemas'
import { Components, isSchema, type JsonSchema, parameterSchema, pascal } from './components'
import { exampleOf, refusalExample } from './examples'
import type { Answer, OpenApi, Operation, Parameter } from './types'

/** What each resource is for; one that is not listed is named after its file. */
const about: Record<string, string> = {
  users: 'Signing in and up, passwords, and the own profile.',
  organizations: 'The organizations that a person works for.',
  calls: 'The phone calls of a person: one at a time, each ended, and closed with how it went.',
  apiTokens: 'How other programs are let into an organization.',
  telephone: 'How the telephone system of an organization begins calls, and what lets it in.',
  campaigns: 'Campaigns: what is sold, from when to when, and on which terms.',
  offers: 'Offers: a product sold at a price within a campaign.',
  products: 'The products of an organization, and what is in stock of them.',
  archives: 'All that an organization has as one archive, and back into an empty one.',
  sheetImports: 'Products or offers from a spreadsheet.',
  bulkJobs: 'One action over many records: tried, then done row by row, and undone for a day.',
  customers: 'The customers of an organization.',
  gateways: 'The payment gateways that an organization has set up: trying them, and comparing with them.',
  transactions: 'What was charged and refunded.',
  plugins: 'The plugins, such as email providers, that an organization has installed.',
  autoresponders: 'The mails that a campaign sends on order events.',
  orderMails: 'The mails that an organization sends of orders whose campaign has none of its own.',
  savedReports: 'Reports that are kept by their name, and mailed to whoever wants them.',
  savedViews: 'Lists as people come back to them, under names: for themselves, or shared with their organization.',
  sellers: 'What an organization tells its customers of itself, as on receipts.',
  dashboard: 'What waits to be done in an organization, and how a period goes.',
  leaderboard: 'How much each agent of an organization has sold, and what their team wants to take.',
  mails: 'What was sent of orders, and what could not be.',
  orders: 'Orders: placing, cancelling, noting and readdressing them, and the payment page that a token opens.',
  payments: 'Paying an order, by who holds its payment link.',
  orderDrafts: 'New orders that somebody is typing, seen by nobody else.',
  search: 'One search over every list of an organization, and one of all kinds of records by a few letters.',
  events: 'What changes in an organization, as it happens.',
  webhooks: 'Where other systems are told of what happens in an organization, and what became of it.',
  capabilities: 'What this backend offers beyond the core.',
}

/** Where another token than that of who is signed in is asked for, or none. */
const securityOf = (auth: RouteMetadata['auth']): Pick<Operation, 'security'> =>
  ({ public: { security: [] }, telephone: { security: [{ telephone: [] }] }, user: {} })[auth]

/** Each refusal that a call may answer: the name of its component, and when it is given. */
const refusals: Record<string, [name: string, when: string]> = {
  400: ['MalformedRequest', 'The request can not be read: the body is not JSON.'],
  401: ['Unauthorized', 'There is no valid token, or email and password are wrong.'],
  403: [
    'Forbidden',
    `The signed-in person may not do this; or, with the code \`${signUpClosed}\`, accounts are made here by nobody, or only by whoever is invited.`,
  ],
  404: ['NotFound', "There is no such record, or it is another organization's."],
  409: [
    'Conflict',
    'It conflicts with what is stored already; of a record that is newer than `If-Match` says, `details.current` is how it is now.',
  ],
  413: ['TooLarge', 'The request body is too large.'],
  415: ['UnsupportedMediaType', 'The body is not application/json.'],
  422: ['Invalid', 'A field is missing or wrong; the details say which and why.'],
  429: [
    'TooManyRequests',
    'Too many tries, or, with the code `busy`, others are changing the same; Retry-After says how many seconds to wait.',
  ],
  500: ['InternalError', 'A fault of the server.'],
  503: ['Unavailable', 'The server can not answer for now; Retry-After says how many seconds to wait.'],
}

/** The contract as an OpenAPI 3.1 document. The same contract always gives the same document. */
export function openapi(): OpenApi {
  const components = new Components()
  const operations = operationsOf(contract, [])
  const errorRef = components.named(errorBody, 'ErrorBody')
  const paths: OpenApi['paths'] = {}
  for (const { names, route } of operations) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(names, route, components) }
  }
  const webhooks = webhooksOf(components)
  const schemas = components.schemas()
  giveExamples(paths, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Offerdesk',
      version: '1.0.0',
      summary: 'The API of the back office for campaign sales.',
      description:
        'Calls of the level `core` are the twenty that every backend offers; those of the level `extension` are what the ' +
        'reference server adds. Ids are opaque strings, money is a number of major units with at most two decimals, ' +
        'moments are ISO 8601. Unknown fields are ignored, in both directions.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    security: [{ bearer: [] }],
    tags: Object.keys(contract).map((name) => ({ name, description: about[name] ?? `Calls of ${name}.` })),
    paths,
    webhooks,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, [name, description]]) => [
          name,
          {
            description,
            ...(status === '429' || status === '503' ? { headers: retryAfter } : {}),
            content: { 'application/json': { schema: errorRef, example: refusalExample(status) } },
          },
        ]),
      ),
      securitySchemes: {
        telephone: { type: 'http', scheme: 'bearer', description: "The token of an organization's telephone system." },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that signing in answers, or an API token of an organization; sent as it is.',
        },
      },
    },
  }
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 }, example: 30 },
}

/** What receivers of webhooks are told, by its type; docs/webhooks.md says how they know that it is ours. */
function webhooksOf(components: Components): OpenApi['webhooks'] {
  const told: [type: string, schema: z.ZodMiniType][] = [...webhookMessages, ['webhook.test', webhookTestMessage]]
  return Object.fromEntries(
    told.map(([type, schema]) => [
      type,
      {
        post: {
          operationId: `webhooks.tell.${type}`,
          summary: `A webhook is told of ${type}`,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: components.named(schema, `${type.split(/[._]/).map(pascal).join('')}Message`),
              },
            },
          },
          responses: {
            '2XX': { description: 'The message was taken.' },
            '4XX': { description: 'It is tried again for three days; after 410 nothing more is sent.' },
          },
        },
      },
    ]),
  )
}

function operationsOf(router: AppRouter, names: string[]): { names: string[]; route: AppRoute }[] {
  return Object.entries(router).flatMap(([name, route]) =>
    isAppRoute(route) ? [{ names: [...names, name], route }] : operationsOf(route, [...names, name]),
  )
}

function operationOf(names: string[], route: AppRoute, components: Components): Operation {
  const operationId = names.map((name, index) => (index === 0 ? name : pascal(name))).join('')
  // ts-rest knows nothing of our metadata, which every route has by a test.
  const { level, auth } = route.metadata as RouteMetadata
  const parameters = [
    ...parametersOf(shapeOf(route.pathParams), 'path'),
    ...parametersOf(shapeOf(route.query), 'query'),
    ...parametersOf(headersOf(route), 'header'),
  ]
  const body = 'body' in route && isSchema(route.body) ? route.body : undefined
  const isOptional = body !== undefined && z.safeParse(body, undefined).success
  // A DELETE may come with an empty body, which is nothing that a client needs to know.
  const isShown = body !== undefined && !(isOptional && route.method === 'DELETE')
  return {
    operationId,
    summary: route.summary ?? operationId,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: names.slice(0, 1),
    'x-level': level,
    ...securityOf(auth),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isShown
      ? {
          requestBody: {
            required: !isOptional,
            content: { 'application/json': { schema: components.named(body, `${pascal(operationId)}Body`) } },
          },
        }
      : {}),
    responses: answersOf(route, `${pascal(operationId)}Answer`, components),
  }
}

// Every schema of the contract is one of zod/mini, which neither a shape's own type nor ts-rest's says.
const shapeOf = (schema: unknown) =>
  schema instanceof z.ZodMiniObject ? (schema.shape as Record<string, z.ZodMiniType>) : {}
const headersOf = ({ headers }: AppRoute) => (headers ?? {}) as Record<string, z.ZodMiniType>

function parametersOf(shape: Record<string, z.ZodMiniType>, place: Parameter['in']): Parameter[] {
  return Object.entries(shape).map(([key, value]) => {
    const json = parameterSchema(value)
    const name = place === 'header' ? capitalized(key) : key
    const required = place === 'path' || !z.safeParse(value, undefined).success
    return { name, in: place, required, schema: json, example: exampleOf(json, {}, name) }
  })
}

/** A header as it is written, such as `If-Match`. */
const capitalized = (header: string) => header.split('-').map(pascal).join('-')

function answersOf(route: AppRoute, name: string, components: Components): Record<string, Answer> {
  const answers: Record<string, Answer> = {}
  const { streams } = route.metadata as RouteMetadata
  for (const [status, schema] of Object.entries(route.responses)) {
    const refusal = refusals[status]
    if (refusal) answers[status] = { $ref: `#/components/responses/${refusal[0]}` }
    else if (streams) {
      const { contentType, description, example } = streams
      answers[status] = { description, content: { [contentType]: { schema: { type: 'string' }, example } } }
    } else if (!isSchema(schema)) answers[status] = { description: 'Done.' }
    else
      answers[status] = {
        description: 'Done.',
        content: { 'application/json': { schema: components.named(schema, name) } },
      }
  }
  return answers
}

/** Examples are made of the finished schemas, so they come last. */
function giveExamples(paths: OpenApi['paths'], schemas: Record<string, JsonSchema>): void {
  for (const { requestBody, responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const content of [requestBody?.content, ...Object.values(responses).map((answer) => answer.content)]) {
      const media = content?.['application/json']
      if (media) media.example = exampleOf(media.schema, schemas)
    }
  }
}
