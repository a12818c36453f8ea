import { METHODS } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Json, JsonObject } from './documents.ts'
import type { Row } from './section-4.ts'

/** An operation with its location. */
export interface Placed {
  readonly method: string
  readonly path: string
  readonly item: JsonObject
  readonly operation: JsonObject
}

export function operationsOf(document: JsonObject): Placed[] {
  return Object.entries(document['paths'] as JsonObject).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as JsonObject)[method.toLowerCase()]
      return isObject(operation) ? [{ method, path, item: item as JsonObject, operation }] : []
    }),
  )
}

/** Follows a node's local `$ref`, if it has one. */
export function resolveIn(document: JsonObject, node: Json | undefined): JsonObject {
  if (!isObject(node)) return {}
  const reference = node['$ref']
  if (typeof reference !== 'string') return node
  let target: Json = document
  for (const step of reference.slice(2).split('/')) target = (target as JsonObject)[step] ?? null
  return resolveIn(document, target)
}

/** Returns the properties of a schema, including those in the parts of its `allOf`. */
export function propertiesIn(document: JsonObject, schema: JsonObject): Record<string, JsonObject> {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  const own = (schema['properties'] ?? {}) as Record<string, JsonObject>
  return Object.assign({}, ...parts.map((part) => propertiesIn(document, resolveIn(document, part))), own)
}

function jsonSchema(container: JsonObject): JsonObject | undefined {
  const content = container['content']
  const media = isObject(content) ? content['application/json'] : undefined
  return isObject(media) && isObject(media['schema']) ? media['schema'] : undefined
}

/** Returns the operation as a row of section 4. */
export function toRow(document: JsonObject, { method, path, item, operation }: Placed): Row {
  const parameters = [item['parameters'], operation['parameters']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  const query = parameters
    .map((parameter) => resolveIn(document, parameter))
    .filter((parameter) => parameter['in'] === 'query')
  const requestBody = isObject(operation['requestBody'])
    ? resolveIn(document, operation['requestBody'])
    : undefined
  const body = requestBody && resolveIn(document, jsonSchema(requestBody))
  const [[status = '', response] = []] = Object.entries(operation['responses'] as JsonObject)
  const success = resolveIn(document, response)
  const schema = jsonSchema(success)?.['$ref']
  const security = (operation['security'] as JsonObject[])[0] ?? {}
  return {
    source: String(operation['x-source']),
    method: method as Row['method'],
    path,
    scopes: security['PersonalApiKey'] as string[],
    query: query.map((parameter) => String(parameter['name'])),
    body: body && Object.keys(propertiesIn(document, body)),
    status: Number(status),
    response: typeof schema === 'string' ? schema.replace('#/components/schemas/', '') : undefined,
    notShown: success['x-payload-not-shown'] === true,
  }
}
