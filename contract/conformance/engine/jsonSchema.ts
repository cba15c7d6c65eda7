import * as z from 'zod/mini'

/** What the checker reads of a JSON Schema. */
export interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

/** A schema of the contract as JSON Schema; of pipes, what comes out of them tells more. */
export const jsonSchemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema =>
  // JSON Schema says no more of the checker needs than JsonSchema does.
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
