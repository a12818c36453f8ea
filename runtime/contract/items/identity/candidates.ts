import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { plain, testsFor } from '../../dictionary/spellings.ts'
import { asIdentifier } from '../../document/identifier.ts'
import { templatesOf } from '../../document/place.ts'
import { isCalledAfter, operationOf, snakeCase } from '../../document/resource-lookup.ts'
import { propertiesOf, requiredOf, type Shape, shapeOf, typesOf } from '../../document/shape.ts'
import { shownSchemas } from '../../document/shown.ts'

/** A member of an item that may be what names it in paths. */
export interface Candidate {
  readonly name: string
  readonly text: string
}

/** What servers name items by, the most usual first. */
const USUAL = ['id', 'uuid', 'guid', 'pk', 'key', 'slug', 'code', 'name', 'username', 'title']

/** Members that may name the item, the most likely first: only those that the path parameter's schema allows. */
export function identifierCandidates(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  value: unknown,
): readonly Candidate[] {
  const { definitions } = document
  const parameter = idParameterOf(resource)
  const wanted = shapeOf(idSchemaOf(document, resource), definitions)
  const { read, update, replace, delete: remove } = resource.operations
  const operation = operationOf(document, read ?? update ?? replace ?? remove)
  const [item] = operation === undefined ? [] : shownSchemas(operation, document)
  const members = propertiesOf(item, definitions)
  const required = requiredOf(item, definitions)
  return Object.entries(isObject(value) ? value : {})
    .flatMap(([name, own]) => {
      const text = asIdentifier(own)
      if (text === undefined || !fits(own, wanted)) return []
      const shape = shapeOf(members.get(name), definitions)
      const isLikely =
        (isNamedAs(parameter, name) ? 100 : 0) +
        (testsFor(parameter).some((test) => test(plain(name))) ? 40 : 0) +
        (isCalledAfter(resource, name) ? 50 : 0) +
        (USUAL.includes(name) ? 30 - USUAL.indexOf(name) : 0) +
        (shape['format'] !== undefined && shape['format'] === wanted['format'] ? 20 : 0) +
        (shape['readOnly'] === true ? 5 : 0) +
        (required.has(name) ? 2 : 0)
      return isLikely < 10 ? [] : [{ name, text, isLikely }]
    })
    .toSorted((one, other) => other.isLikely - one.isLikely)
}

/** The schema of the path parameter that names an item; `undefined` where no operation addresses one. */
export function idSchemaOf(document: DocumentDescriptor, resource: ResourceDescriptor): unknown {
  const parameter = idParameterOf(resource)
  const { read, update, replace, delete: remove } = resource.operations
  const operation = operationOf(document, read ?? update ?? replace ?? remove)
  return operation?.parameters?.find(({ in: location, name }) => location === 'path' && name === parameter)
    ?.schema
}

/** The name of that parameter; empty where there is none. */
export function idParameterOf({ item = '' }: ResourceDescriptor): string {
  return templatesOf(item).at(-1)?.name ?? ''
}

/** Whether a parameter's name ends in that of a member: "widget_id" and "id". */
export function isNamedAs(parameter: string, name: string): boolean {
  const [whole, part] = [snakeCase(parameter), snakeCase(name)]
  return whole === part || whole.endsWith(`_${part}`)
}

/** A text may stand for anything, a number only where numbers are allowed. */
function fits(value: unknown, wanted: Shape): boolean {
  const types = typesOf(wanted)
  if (types.includes('integer') || types.includes('number'))
    return typeof value === 'number' || /^-?\d+$/.test(String(value))
  return wanted['format'] !== 'uuid' || /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i.test(String(value))
}
