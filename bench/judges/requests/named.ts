import { schemaIn } from '@concordat/contract/document'
import type { ParameterDescriptor } from '@concordat/runtime/http'
import { EACH } from '@concordat/runtime/schema-view'
import type { NamedDifference } from '../differences.ts'
import type { Sent } from './asked.ts'
import type { Prepared } from './prepare.ts'
import type { Outcome } from './validators.ts'

/** A request on which another validator and ours disagree. */
export interface Difference {
  readonly by: string
  readonly prepared: Prepared
  readonly sent: Sent
  readonly ours: Outcome
  readonly theirs: Outcome
}

type Fits = NamedDifference<Difference>['fits']

type Schema = ReturnType<typeof schemaIn>

interface NamedRequest extends NamedDifference<Difference> {
  /**
   * The smallest operation with this difference, and its path. Every run checks it, and fails if no request
   * differs.
   */
  readonly example: readonly [operation: object, path?: string]
}

const takes =
  (by: string, fits: Fits): Fits =>
  (difference) =>
    difference.by === by && difference.theirs.isTaken === true && fits(difference)

/**
 * True if one of these validators rejects the request, and only for problems that match the pattern and that
 * `isMeant` accepts.
 */
const refuses =
  (
    by: readonly string[],
    finds: RegExp,
    isMeant: (groups: Readonly<Record<string, string | undefined>>, difference: Difference) => boolean,
  ): Fits =>
  (difference) =>
    by.includes(difference.by) &&
    difference.theirs.isTaken === false &&
    findingsOf(difference).every((finding) => {
      const match = finds.exec(finding)
      return match !== null && isMeant(match.groups ?? {}, difference)
    })

/** Splits the other validator's message into findings. */
function findingsOf({ by, theirs: { reason } }: Difference): readonly string[] {
  return by === 'Prism' ? reason.split('; ') : reason.replace(/^400 /, '').split(/, (?=request\/)/)
}

/** The parameter that contains the fault. */
export function brokenParameter({ operation, place }: Sent): ParameterDescriptor | undefined {
  return operation.parameters?.find(({ in: location, name }) => `${location} ${name}` === place)
}

function parameterNamed(
  { sent: { operation } }: Difference,
  location: string,
  name = '',
): ParameterDescriptor | undefined {
  return operation.parameters?.find(
    (one) => one.in === location && one.name.toLowerCase() === name.toLowerCase(),
  )
}

const schemaOf = ({ prepared }: Difference, written: unknown): Schema =>
  schemaIn(prepared.descriptor, written)

/**
 * Schemas for a part of the body, including its alternatives. @param path "prop.0" or "prop/0"; empty for the
 * body itself.
 */
function bodySchemasAt(difference: Difference, path = ''): readonly Schema[] {
  const { headers, operation } = difference.sent
  const mediaType = headers['content-type']?.replace(/;.*/, '') ?? ''
  const whole = schemaOf(difference, operation.requestBody?.content[mediaType]?.schema ?? true)
  const steps = path.split(/[./]/).filter(Boolean)
  return steps.reduce(
    (all, step) =>
      all.flatMap((schema) => withAlternatives(schema.at([/^\d+$/.test(step) ? EACH : step]) ?? [])),
    withAlternatives(whole),
  )
}

function withAlternatives(schema: Schema | readonly never[]): readonly Schema[] {
  return 'alternatives' in schema ? [schema, ...schema.alternatives] : []
}

/**
 * True if the problem is a missing property that is `readOnly`. The descriptor's request schemas do not have
 * such a property at this location.
 */
function isForReadOnly(finding: string, difference: Difference): boolean {
  const { path, name = '' } =
    /body(?<path>[./]\S+)? .*must have required property '(?<name>[^']*)'/.exec(finding)?.groups ?? {}
  const readOnly = JSON.stringify(difference.prepared.document).matchAll(/"([^"]*)":\{[^{}]*"readOnly":true/g)
  return (
    [...readOnly].some(([, property]) => property === name) &&
    bodySchemasAt(difference, path).every(({ properties }) => !properties.has(name))
  )
}

/** True for a query object whose properties are separate parameters. */
function isSpread(difference: Difference, parameter: ParameterDescriptor | undefined): boolean {
  const { in: location, schema, style = 'form', explode = true } = parameter ?? {}
  const isObject = () => schemaOf(difference, schema).types.includes('object')
  return location === 'query' && style === 'form' && explode && isObject()
}

const isForm: Fits = ({ sent: { headers } }) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

const sendsNull: Fits = ({ sent: { place, body } }) => place.startsWith('body') && body === 'null'

const DONE = { 204: { description: 'Done' } }
const TEXT = { type: 'string' }

const withBody = (schema: object, { mediaType = 'application/json', required = true } = {}): object => ({
  requestBody: { required, content: { [mediaType]: { schema } } },
  responses: DONE,
})

const withParameter = (parameter: object): object => ({ parameters: [parameter], responses: DONE })

const NAMED_REQUESTS: readonly NamedRequest[] = [
  {
    reason: 'Fastify validates a body that is present. The handler must check whether there is one.',
    fits: takes('Fastify', ({ sent }) => sent.kind === 'required body' && sent.body === undefined),
    example: [withBody({ type: 'object', properties: { text: TEXT } })],
  },
  {
    reason:
      'express-openapi-validator and Prism require `readOnly` properties in requests, although only responses must contain them (OpenAPI 3.0.4, 4.7.24.2).',
    // For a "oneOf", each alternative reports the properties that are missing.
    fits: (difference) =>
      refuses(
        ['Prism', 'express-openapi-validator'],
        /body\S* .*(must have required property|must match exactly one schema in oneOf)/,
        () => true,
      )(difference) && findingsOf(difference).some((finding) => isForReadOnly(finding, difference)),
    example: [
      withBody({
        oneOf: [
          {
            type: 'object',
            required: ['id', 'text'],
            properties: { id: { ...TEXT, readOnly: true }, text: TEXT },
          },
          { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } },
        ],
      }),
    ],
  },
  {
    reason:
      'express-openapi-validator rejects `readOnly` parameters and items, although `readOnly` applies only to properties (OpenAPI 3.0.4, 4.7.24.2).',
    fits: refuses(
      ['express-openapi-validator'],
      /^request\/((params|query|headers|cookies)\/\S+|body\/\S*\d+) is read-only$/,
      () => true,
    ),
    example: [
      withParameter({ name: 'id', in: 'path', required: true, schema: { ...TEXT, readOnly: true } }),
      '/example/{id}',
    ],
  },
  {
    reason:
      'express-openapi-validator leaves form fields as strings, so no number is accepted (OpenAPI 3.1.1, 4.8.14.4, says to parse fields according to their schemas).',
    fits: refuses(
      ['express-openapi-validator'],
      /^request\/body\/(?<path>\S+) must be (?<type>integer|number|boolean|array|object)/,
      ({ path, type = '' }, difference) =>
        isForm(difference) && bodySchemasAt(difference, path).some(({ types }) => types.includes(type)),
    ),
    example: [
      withBody(
        { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } },
        { mediaType: 'application/x-www-form-urlencoded' },
      ),
    ],
  },
  {
    reason:
      'express-openapi-validator fills in the default of a missing required property, although `default` is only an annotation (JSON Schema Validation 2020-12, 9.2).',
    fits: takes('express-openapi-validator', (difference) => {
      const missing = [...difference.ours.reason.matchAll(/must have the property "([^"]*)"/g)]
      const isDefault = (name = '') =>
        bodySchemasAt(difference).some((schema) => schema.property(name).keywords.default !== undefined)
      return missing.length > 0 && missing.every(([, name]) => isDefault(name))
    }),
    example: [
      withBody({ type: 'object', required: ['text'], properties: { text: { ...TEXT, default: 'a' } } }),
    ],
  },
  {
    reason:
      'Prism and Fastify find no values in a path template that has its own query or fragment. OpenAPI does not define such templates, but real documents have them.',
    fits: refuses(
      ['Prism', 'Fastify'],
      /^(path Request path|params) must have required property '(?<name>[^']*)'/,
      ({ name }, difference) =>
        /[?#]/.test(difference.sent.operation.path) && parameterNamed(difference, 'path', name) !== undefined,
    ),
    example: [
      withParameter({ name: 'id', in: 'path', required: true, schema: TEXT }),
      '/example/{id}#fragment',
    ],
  },
  {
    reason:
      'Prism does not assemble an object from the parameters into which `explode` spreads it (OpenAPI 3.1.1, 4.8.12.4).',
    fits: (difference) =>
      takes('Prism', () => isSpread(difference, brokenParameter(difference.sent)))(difference) ||
      refuses(['Prism'], /^query Request query must have required property '(?<name>[^']*)'/, ({ name }) =>
        isSpread(difference, parameterNamed(difference, 'query', name)),
      )(difference),
    example: [
      withParameter({
        name: 'page',
        in: 'query',
        required: true,
        schema: { type: 'object', required: ['text'], properties: { text: TEXT } },
      }),
    ],
  },
  {
    reason:
      'Prism and express-openapi-validator leave a parameter as a string if its type is a list or null.',
    fits: refuses(
      ['Prism', 'express-openapi-validator'],
      /query[./](?<name>\S+) .*must be array,null$/,
      ({ name }, difference) => {
        const { types } = schemaOf(difference, parameterNamed(difference, 'query', name)?.schema)
        return types.includes('array') && types.includes('null')
      },
    ),
    example: [withParameter({ name: 'ids', in: 'query', schema: { type: ['array', 'null'], items: TEXT } })],
  },
  {
    reason:
      'A `oneOf` whose alternatives allow the same values is treated as `anyOf` (see alternatives-alike in docs/troubleshooting.md).',
    fits: refuses(
      ['Prism', 'express-openapi-validator'],
      /body(?<path>[./]\S+)? .*must match exactly one schema in oneOf$/,
      ({ path }, difference) => {
        const schemas = bodySchemasAt(difference, path)
        return schemas.length > 0 && schemas.every(({ keywords }) => keywords.oneOf === undefined)
      },
    ),
    example: [
      withBody({
        type: 'object',
        required: ['text'],
        properties: {
          text: {
            oneOf: [
              { ...TEXT, title: 'a' },
              { ...TEXT, title: 'b' },
            ],
          },
        },
      }),
    ],
  },
  {
    reason: 'Prism treats a `null` body as a missing one.',
    fits: (difference) =>
      takes('Prism', sendsNull)(difference) ||
      refuses(['Prism'], /Body parameter is required/, () => sendsNull(difference))(difference),
    example: [withBody({ type: 'object', properties: { text: TEXT } }, { required: false })],
  },
  {
    reason: 'Prism validates neither cookies nor parameters with a media type.',
    fits: takes('Prism', ({ sent }) => {
      const parameter = brokenParameter(sent)
      return parameter?.in === 'cookie' || parameter?.mediaType !== undefined
    }),
    example: [withParameter({ name: 'session', in: 'cookie', required: true, schema: TEXT })],
  },
]

export const NAMED: readonly NamedDifference<Difference>[] = NAMED_REQUESTS

/** One document for each explanation. */
export const EXAMPLES: readonly object[] = NAMED_REQUESTS.map(
  ({ reason, example: [operation, path = '/example'] }) => ({
    openapi: '3.1.1',
    info: { title: reason, version: '1' },
    paths: { [path]: { post: operation } },
  }),
)
