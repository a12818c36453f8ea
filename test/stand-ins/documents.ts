/** A parameter in terse form: "path id integer", or "query name string?" if it is optional. */
export type ParameterLine = string

export interface OperationLine {
  /** "GET /things/{id}" */
  readonly route: string
  readonly id: string
  readonly parameters?: readonly ParameterLine[]
  /** The name of the body's definition, or a whole schema. */
  readonly body?: string | object
  /** The response schema; absent if the response has no content. */
  readonly answer?: string | object
  readonly status?: number
}

interface Described {
  readonly title: string
  readonly operations: readonly OperationLine[]
  readonly definitions: Readonly<Record<string, object>>
}

function typeOf(text: string): object {
  if (text === 'double') return { type: 'number', format: 'double' }
  if (text === 'long') return { type: 'integer', format: 'int64' }
  if (text === 'integer') return { type: 'integer', format: 'int32' }
  return text === 'strings' ? { type: 'array', items: { type: 'string' } } : { type: text }
}

function partsOf(line: ParameterLine) {
  const [location = '', name = '', kind = ''] = line.split(' ')
  return { in: location, name, required: !kind.endsWith('?'), type: typeOf(kind.replace('?', '')) }
}

/** The error responses that springfox adds to every operation, whatever its real responses are. */
const EVERYWHERE = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }

/**
 * Creates a document as springfox does: Swagger 2.0, "*\/*", names that end in UsingGET, and error responses
 * for all operations.
 */
export function springfox({ title, operations, definitions }: Described): object {
  const schemaOf = (schema: string | object) =>
    typeof schema === 'string' ? { $ref: `#/definitions/${schema}` } : schema
  const paths: Record<string, Record<string, object>> = {}
  for (const { route, id, parameters = [], body, answer, status = 200 } of operations) {
    const [method = '', path = ''] = route.split(' ')
    const ownPath = paths[path] ?? {}
    paths[path] = ownPath
    const refusals = Object.entries(EVERYWHERE).map(([code, description]) => [code, { description }])
    ownPath[method.toLowerCase()] = {
      tags: [`${title}-controller`],
      operationId: `${id}Using${method}`,
      produces: ['*/*'],
      ...(body !== undefined && { consumes: ['application/json'] }),
      parameters: [
        ...parameters
          .map(partsOf)
          .map(({ type, ...parameter }) => ({ ...parameter, description: parameter.name, ...type })),
        ...(body === undefined
          ? []
          : [{ in: 'body', name: 'body', description: 'body', required: true, schema: schemaOf(body) }]),
      ],
      responses: {
        [status]: { description: 'OK', ...(answer !== undefined && { schema: schemaOf(answer) }) },
        ...Object.fromEntries(refusals),
      },
    }
  }
  return { swagger: '2.0', info: { title, version: '1.0' }, basePath: '/', paths, definitions }
}

/** Creates a document as springdoc does: OpenAPI 3.0, "*\/*" for responses, and one status. */
export function springdoc({ title, operations, definitions }: Described): object {
  const schemaOf = (schema: string | object) =>
    typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema
  const paths: Record<string, Record<string, object>> = {}
  for (const { route, id, parameters = [], body, answer, status = 200 } of operations) {
    const [method = '', path = ''] = route.split(' ')
    const ownPath = paths[path] ?? {}
    paths[path] = ownPath
    ownPath[method.toLowerCase()] = {
      tags: [`${title}-controller`],
      operationId: id,
      parameters: parameters.map(partsOf).map(({ type, ...parameter }) => ({ ...parameter, schema: type })),
      ...(body !== undefined && {
        requestBody: { content: { 'application/json': { schema: schemaOf(body) } }, required: true },
      }),
      responses: {
        [status]: {
          description: 'OK',
          ...(answer !== undefined && { content: { '*/*': { schema: schemaOf(answer) } } }),
        },
      },
    }
  }
  return { openapi: '3.0.1', info: { title, version: 'v0' }, paths, components: { schemas: definitions } }
}

/**
 * Returns an object schema with properties of these types, in terse form: { name: 'string', age: 'integer' }.
 */
export function object(properties: Readonly<Record<string, string | object>>): object {
  const typed = Object.entries(properties).map(([name, type]) => [
    name,
    typeof type === 'string' ? typeOf(type) : type,
  ])
  return { type: 'object', properties: Object.fromEntries(typed) }
}
