import { schemaIn } from '@concordat/contract/document'
import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import Fastify, { type FastifySchema, type HTTPMethods } from 'fastify'
import { withReferences } from '../references.ts'
import { brokenParameter } from './named.ts'
import type { Prepared } from './prepare.ts'
import { outcomeOf, type Validator } from './validators.ts'

/** Identifies the schema that contains the document's definitions. */
const ID = 'document'

const FORM = 'application/x-www-form-urlencoded'

/** Creates routes with schemas from the operations, as the author of a Fastify service would write them. */
export async function fastifyValidator({ descriptor }: Prepared): Promise<Validator> {
  const app = Fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  const definitions = { $id: ID, $defs: relocated(descriptor.definitions) }
  const ajvWith = (coerceTypes: false | 'array'): Ajv => {
    const ajv = new Ajv({ coerceTypes, strict: false, logger: false })
    return formats.default(ajv).addSchema(definitions)
  }
  const [strict, coercing] = [ajvWith(false), ajvWith('array')]
  // As Fastify's documentation advises, only strings are converted to other types.
  app.setValidatorCompiler(({ schema, httpPart, ...body }) => {
    const isJson = httpPart === 'body' && !('contentType' in body && body.contentType === FORM)
    return (isJson ? strict : coercing).compile(schema)
  })
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\b/,
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(Object.assign(new Error('not JSON'), { statusCode: 400 }))
      }
    },
  )
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send(error.message),
  )
  for (const operation of descriptor.operations)
    app.route({
      method: operation.method as HTTPMethods,
      url: operation.path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => `:${name.replaceAll(/\W/g, '_')}`),
      schema: schemaOf(operation, descriptor),
      handler: (_request, reply) => reply.code(204).send(),
    })
  await app.ready()
  return {
    judge: async (sent) => {
      const { method, url, headers, body } = sent
      const broken = brokenParameter(sent)
      if (broken !== undefined && !isPlain(broken, descriptor))
        return { isTaken: undefined, reason: 'parameters in other styles are left to the handler' }
      const response = await app.inject({
        method: method as 'GET',
        url,
        headers: { ...headers },
        ...(body !== undefined && { payload: body }),
      })
      return outcomeOf(response.statusCode, response.body)
    },
    close: () => app.close(),
  }
}

/**
 * True for a parameter that Fastify can validate. It parses a query into strings and lists of strings, and
 * leaves objects and parameters with other styles to the handler.
 */
function isPlain(
  { style, explode, mediaType, schema, in: location }: ParameterDescriptor,
  descriptor: DocumentDescriptor,
): boolean {
  const isDefault = style === undefined || style === 'form' || style === 'simple'
  const { types } = schemaIn(descriptor, schema)
  const isList = types.includes('array') && (location !== 'query' || explode === false)
  return location !== 'cookie' && mediaType === undefined && isDefault && !isList && !types.includes('object')
}

function schemaOf(
  { parameters = [], requestBody }: OperationDescriptor,
  descriptor: DocumentDescriptor,
): FastifySchema {
  const of = (location: string): object => {
    const own = parameters.filter((parameter) => parameter.in === location && isPlain(parameter, descriptor))
    const named = (name: string) =>
      location === 'header' ? name.toLowerCase() : location === 'path' ? name.replaceAll(/\W/g, '_') : name
    return {
      type: 'object',
      properties: Object.fromEntries(own.map(({ name, schema = true }) => [named(name), relocated(schema)])),
      required: own.filter(({ required }) => required).map(({ name }) => named(name)),
    }
  }
  const content = Object.entries(requestBody?.content ?? {})
  return {
    params: of('path'),
    querystring: of('query'),
    headers: of('header'),
    ...(content.length > 0 && {
      body: {
        content: Object.fromEntries(
          content.map(([mediaType, { schema = true }]) => [mediaType, { schema: relocated(schema) }]),
        ),
      },
    }),
  }
}

function relocated(schema: unknown): unknown {
  return withReferences(schema, (reference) => ID + reference)
}
