import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { identifiers, isNamedAs, plain, singularOf } from '@concordat/runtime/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import { testsFor } from '../../dictionary/spellings.ts'
import { asIdentifier } from '../../document/identifier.ts'
import { templatesOf } from '../../document/place.ts'
import { isCalledAfter, operationOf } from '../../document/resource-lookup.ts'
import { schemaIn } from '../../document/schema-in.ts'
import { shownSchemas } from '../../document/shown.ts'

/** A member of an item that may be what names it in paths. */
export interface Candidate {
  readonly name: string
  readonly text: string
}

/** Members that may name the item, the most likely first: only those that the path parameter's schema allows. */
export function identifierCandidates(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  value: unknown,
): readonly Candidate[] {
  const parameter = idParameterOf(resource)
  // "field" of an item of "/fields": what it is called among its kind.
  const kind = singularOf(plain(resource.collection.split('/').at(-1) ?? ''))
  const wanted = idSchemasOf(document, resource)
  const { read, update, replace, delete: remove } = resource.operations
  const operation = operationOf(document, read ?? update ?? replace ?? remove)
  const item = operation && itemSchema(document, resource, operation)
  return Object.entries(isObject(value) ? value : {})
    .flatMap(([name, own]) => {
      const text = asIdentifier(own)
      if (text === undefined || !wanted.every((each) => fits(own, each))) return []
      const usual = identifiers.usual.place(name)
      const { format, readOnly } = item?.properties.get(name)?.keywords ?? {}
      const isLikely =
        (isNamedAs(parameter, name) ? 100 : 0) +
        (testsFor(parameter).some((test) => test(plain(name))) ? 40 : 0) +
        (isCalledAfter(resource, name) ? 50 : 0) +
        (plain(name) === kind ? 25 : 0) +
        (usual === undefined ? 0 : 30 - usual) +
        (format !== undefined && format === wanted[0]?.keywords.format ? 20 : 0) +
        (readOnly === true ? 5 : 0) +
        (item?.required.has(name) ? 2 : 0)
      return isLikely < 10 ? [] : [{ name, text, isLikely }]
    })
    .toSorted((one, other) => other.isLikely - one.isLikely)
}

/** The schema of the item in what an operation shows. */
function itemSchema(
  document: DocumentDescriptor,
  { envelopes }: ResourceDescriptor,
  operation: OperationDescriptor,
): Schema | undefined {
  const [shown] = shownSchemas(operation, document)
  const isListed = operation.list !== undefined
  return isListed ? shown : shown?.at(envelopes?.[operation.operationId]?.shown ?? [])
}

/** The schema of the path parameter that names an item; `undefined` where no operation addresses one. */
export function idSchemaOf(document: DocumentDescriptor, resource: ResourceDescriptor): Schema | undefined {
  return idSchemasOf(document, resource)[0]
}

/** The schemas of the path parameters that name an item: each operation may call it otherwise, "{id_or_uuid}" and "{pk}". */
function idSchemasOf(document: DocumentDescriptor, resource: ResourceDescriptor): readonly Schema[] {
  const { read, update, replace, delete: remove } = resource.operations
  return [read, update, replace, remove].flatMap((operationId) => {
    const { path = '', parameters = [] } = operationOf(document, operationId) ?? {}
    const last = templatesOf(path).at(-1)?.name
    return parameters
      .filter(({ in: location, name }) => location === 'path' && name === last)
      .map(({ schema }) => schemaIn(document, schema))
  })
}

/** The name of that parameter; empty where there is none. */
function idParameterOf({ item = '' }: ResourceDescriptor): string {
  return templatesOf(item).at(-1)?.name ?? ''
}

/** A text may stand for anything, a number only where numbers are allowed. */
function fits(value: unknown, { keywords, mayBeNumber }: Schema): boolean {
  if (mayBeNumber) return typeof value === 'number' || /^-?\d+$/.test(String(value))
  return keywords.format !== 'uuid' || /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i.test(String(value))
}
