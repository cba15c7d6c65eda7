import type { RouteMetadata } from '../schemas'
import type { JsonSchema } from './components'

interface MediaType {
  'application/json': { schema: JsonSchema; example?: unknown }
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  example: unknown
}
export interface Answer {
  $ref?: string
  description?: string
  headers?: Record<string, unknown>
  content?: Partial<MediaType> & { 'text/event-stream'?: { schema: JsonSchema; example: string } }
}
export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  'x-level': RouteMetadata['level']
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: MediaType }
  responses: Record<string, Answer>
}
interface Told {
  operationId: string
  summary: string
  requestBody: { required: true; content: MediaType }
  responses: Record<string, Answer>
}
/** An OpenAPI 3.1 document, as far as we write one. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; summary: string; description: string; license: object }
  servers: { url: string; description: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  /** What is sent to the receivers of webhooks, by its type. */
  webhooks: Record<string, { post: Told }>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    securitySchemes: Record<string, object>
  }
}
