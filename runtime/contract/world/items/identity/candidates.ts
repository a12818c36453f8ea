import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { identifierInPath, itemNameBelow } from '../../../data/document/identifier.ts'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { uniqueTexts } from '../../../data/exchange/texts.ts'
import { isOutcomeNamed, possibleItemNames } from '../../../lexicon/lexicon.ts'

/** A property whose value may identify the item in paths. */
export interface NameCandidate {
  readonly path: readonly string[]
  readonly text: string
  /** The name at the end of the property's text, if the text is a path below the collection. */
  readonly below?: string
}

/**
 * Returns an item's properties that might identify it, most likely first: those that the model states, and
 * then undocumented ones. Only those that match the path parameter's schema are included.
 */
export function identifierCandidates(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  value: unknown,
): readonly NameCandidate[] {
  const { names = [], collection, idParameter: parameter = '' } = resource
  const wanted = idSchemasOf(document, resource)
  const stated = new Set(names.map(({ path }) => path.join('\n')))
  const possible = (members: Readonly<Record<string, unknown>>): readonly string[] => {
    const others = Object.keys(members).filter((name) => !stated.has(name))
    return possibleItemNames(
      { collection, parameter },
      others.map((name) => ({ name })),
    ).map(({ name }) => name)
  }
  const members = isObject(value) && !isOutcomeNamed(Object.keys(value)) ? value : {}
  // An item can show its name in a part that several kinds of items share: { base_account: { address } }. A
  // number there more likely identifies the part.
  const deeper = Object.entries(members).flatMap(([part, held]) => {
    if (!isObject(held)) return []
    const naming = possible(held).filter((name) => uniqueTexts(held[name]).next().done === false)
    return naming.map((name) => [part, name])
  })
  const paths = [...names.map(({ path }) => path), ...possible(members).map((name) => [name]), ...deeper]
  return paths.flatMap((path) => {
    const own = valueAt(value, path)
    const text = identifierInPath(own)
    if (text === undefined || !wanted.every((each) => fits(own, each))) return []
    const below = itemNameBelow(collection, text)
    return [{ path, text, ...(below !== undefined && { below }) }]
  })
}

/** Returns the schema of the path parameter that names an item; `undefined` if no operation has one. */
export function itemIdSchema(document: DocumentDescriptor, resource: ResourceDescriptor): Schema | undefined {
  return idSchemasOf(document, resource)[0]
}

/**
 * Returns the schemas of the path parameters that identify an item. Operations can name the parameter
 * differently, such as "{id_or_uuid}" and "{pk}".
 */
function idSchemasOf(document: DocumentDescriptor, resource: ResourceDescriptor): readonly Schema[] {
  const { read, update, replace, delete: remove } = resource.operations
  return [read, update, replace, remove].flatMap((operationId) => {
    const { path = '', parameters = [] } = operationById(document, operationId) ?? {}
    const last = pathTemplates(path).at(-1)?.name
    return parameters
      .filter(({ in: location, name }) => location === 'path' && name === last)
      .map(({ schema }) => schemaIn(document, schema))
  })
}

/**
 * True if a value fits a path parameter. Only numbers and UUIDs are checked, because a string in a path can
 * represent a value of any type.
 */
function fits(value: unknown, { values, keywords }: Schema): boolean {
  if (values.mayBeNumbers) return typeof value === 'number' || /^-?\d+$/.test(String(value))
  return keywords.format !== 'uuid' || /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i.test(String(value))
}
