import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema, Schema } from '@concordat/runtime/schema'
import { EACH, placesIn, schemaWalk } from '@concordat/runtime/schema-view'
import { jsonBody } from '../../data/document/json-body.ts'
import { operationById, resourceByName } from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { itemAtDocumentedPlace, shownSchemas } from '../../data/document/shown.ts'
import { type Answer, wholeAnswerValue } from '../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../data/exchange/listed.ts'
import type { Fact } from '../../data/outcome/kinds/fact.ts'
import { isGeneratedSecret, isSecretMask, proofs, publicKeys } from '../../lexicon/lexicon.ts'

/** A property that is allowed only in requests, but that a response shows. */
interface ShownSecret {
  readonly path: readonly string[]
  readonly value: unknown
  /** JSON Pointer of the schema of a request body that has the property. */
  readonly clause: string
}

/** Maximum depth of a property. */
const DEEPEST = 3

/**
 * Returns the `writeOnly` properties that items in a response contain, each once. A mask in place of the
 * value reveals nothing, and a property that the response's own schema declares is a different property.
 * @see OpenAPI 3.0.4, Schema Object, `writeOnly`
 */
export function shownSecrets(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
  answered: unknown,
): readonly ShownSecret[] {
  const secrets = secretsOf(document, operation)
  if (secrets.length === 0) return []
  const resource = resourceByName(document, operation.resource?.name)
  const items =
    operation.list !== undefined
      ? (itemsInAnswer(operation, answered) ?? [])
      : [resource && itemAtDocumentedPlace(resource, operation, answered)]
  const schemas = shownSchemas(operation, document)
  return secrets.flatMap((secret) => {
    if (schemas.some((schema) => schema.at(secret.path) !== undefined)) return []
    const value = items.map((item) => valueAt(item, secret.path)).find(saysSomething)
    return value === undefined ? [] : [{ ...secret, value }]
  })
}

/**
 * Returns the first generated secret in a response whose schema names the object's other properties, but not
 * this one, such as a token that only the response to its creation is documented to contain.
 */
export function undocumentedSecret(
  document: DocumentDescriptor,
  { schema, answer }: { readonly schema: JsonSchema; readonly answer: Answer },
): Fact<'undocumented secret'> | undefined {
  const whole = schemaIn(document, schema)
  for (const { value, beside, path } of schemaWalk.parts(wholeAnswerValue(answer), whole, DEEPEST)) {
    const named = new Set(beside.alternatives.flatMap(({ properties }) => [...properties.keys()]))
    const [holder = ''] = path.slice(-1)
    if (proofs.has(holder) || publicKeys.has(holder)) continue
    if (!isObject(value) || named.size === 0 || beside.alternatives.some(takesOtherNames)) continue
    const name = Object.keys(value).find((own) => !named.has(own) && isGeneratedSecret(own, value[own]))
    if (name !== undefined) return { kind: 'undocumented secret', member: [...path, name].join('.') }
  }
  return undefined
}

/** True if a schema says what properties are like that it does not name. */
function takesOtherNames({ keywords }: Schema): boolean {
  return typeof keywords.additionalProperties === 'object' || 'patternProperties' in keywords
}

type Secret = Omit<ShownSecret, 'value'>

const known = new WeakMap<DocumentDescriptor, Map<string, readonly Secret[]>>()

/** Returns the write-only properties in the bodies that write items of the operation's resource. */
function secretsOf(document: DocumentDescriptor, operation: OperationDescriptor): readonly Secret[] {
  const { name, operations } = resourceByName(document, operation.resource?.name) ?? {}
  if (name === undefined) return []
  const byResource = known.get(document) ?? new Map<string, readonly Secret[]>()
  known.set(document, byResource)
  const found =
    byResource.get(name) ??
    findSecrets(document, [operations?.create, operations?.update, operations?.replace])
  byResource.set(name, found)
  return found
}

function findSecrets(
  document: DocumentDescriptor,
  writes: readonly (string | undefined)[],
): readonly Secret[] {
  const found = writes.flatMap((operationId) => {
    const write = operationById(document, operationId)
    const body = write && jsonBody(write)
    if (write === undefined || body === undefined) return []
    const written =
      resourceByName(document, write.resource?.name)?.envelopes?.[write.operationId]?.written ?? []
    const whole = schemaIn(document, body.schema).at(written)
    if (whole === undefined) return []
    const clause = pointerBelow(body.clause, 'schema')
    return [...placesIn(whole.member, { deepest: DEEPEST })]
      .filter(({ schema, path }) => schema.keywords.writeOnly === true && !path.includes(EACH))
      .map(({ path }) => ({ path, clause }))
  })
  return [...new Map(found.map((secret) => [secret.path.join('/'), secret])).values()]
}

/**
 * True for a number, a nonempty list or object, or a nonempty string other than a mask. A flag is not a
 * secret.
 */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && !isSecretMask(value)
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'number' || (isObject(value) && Object.keys(value).length > 0)
}
