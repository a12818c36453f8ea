import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, setAt, valueAt } from '@concordat/runtime/json'
import { certainIdPathOf } from '../../../data/document/identifier.ts'
import { type PathValues, pathTemplates } from '../../../data/document/path-binding.ts'
import { isTemplateOfOwnItem, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { identifiers, isReferenceName, snakeCase, stemOf } from '../../../lexicon/lexicon.ts'

/**
 * Returns the body properties that identify the same items as the path: "project" below
 * "/projects/{projectId}", and the item's own "id". The path decides, so a body that names another item
 * contradicts it, and a server that reads only the body would change the other item. Names of the operation's
 * own item that clients choose are excluded, because a different name in the body renames the item.
 * @returns The path parameter for each such property.
 */
export function pathMembers(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): ReadonlyMap<string, string> {
  const above = pathTemplates(operation.path).filter(
    (template) => !isTemplateOfOwnItem(document, operation, template),
  )
  const parameters = new Map(
    above
      .filter(({ name }) => stemOf(name) !== '')
      .flatMap(({ name }) => [snakeCase(name), stemOf(name)].map((said) => [said, name])),
  )
  const own = ownMember(operation, document)
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const members =
    parameters.size === 0 && own === undefined ? [] : schemaIn(document, body?.schema).properties
  return new Map(
    [...members].flatMap(([member, { keywords, types }]) => {
      const parameter = member === own?.member ? own.parameter : parameters.get(snakeCase(member))
      const isText = types.includes('string') && !('enum' in keywords) && keywords.readOnly !== true
      return parameter !== undefined && isText ? [[member, parameter] as const] : []
    }),
  )
}

/** The property that identifies the item at the end of a path, if no client chooses its value: "@id". */
function ownMember(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): { readonly member: string; readonly parameter: string } | undefined {
  const last = pathTemplates(operation.path).at(-1)
  const resource = resourceByName(document, operation.resource?.name)
  if (last === undefined || resource === undefined || !isTemplateOfOwnItem(document, operation, last))
    return undefined
  const [member = '', ...deeper] = certainIdPathOf(resource) ?? []
  return deeper.length === 0 && identifiers.sure.has(member) ? { member, parameter: last.name } : undefined
}

/**
 * Returns the body in which each property that means the same as a path parameter has that parameter's value,
 * also one in which items show a name of their path, such as "metadata.namespace". Absent properties are not
 * added.
 */
export function bodyInAgreementWithPath(
  body: NonNullable<RequestPlan['body']>,
  { members, path, resource }: BodyOfPath,
): NonNullable<RequestPlan['body']> {
  if (!isObject(body.value)) return body
  const entries = Object.entries(body.value).map(([name, value]) => {
    const said = path[members.get(name) ?? '']
    return [name, said?.text ?? value] as const
  })
  const { item = '', namesAbove = [] } = resource ?? {}
  const above = pathTemplates(item).slice(-1 - namesAbove.length, -1)
  const value = namesAbove.reduce<unknown>((whole, at, index) => {
    const said = path[above[index]?.name ?? '']
    return said !== undefined && typeof valueAt(whole, at) === 'string' ? setAt(whole, at, said.text) : whole
  }, Object.fromEntries(entries))
  return { ...body, value }
}

interface BodyOfPath {
  readonly members: ReadonlyMap<string, string>
  readonly path: PathValues
  readonly resource: ResourceDescriptor | undefined
}

/**
 * Returns the body in which reference properties have the values of query parameters with the same name.
 * Given "?project_id=7" and a "project_id" in the body, a server may use either.
 */
export function bodyMembersAsInQuery(
  body: NonNullable<RequestPlan['body']>,
  query: Readonly<Record<string, unknown>>,
): NonNullable<RequestPlan['body']> {
  const said = new Map(
    Object.entries(query).flatMap(([name, value]) =>
      isReferenceName(name) ? [[snakeCase(name), value]] : [],
    ),
  )
  if (said.size === 0 || !isObject(body.value)) return body
  const entries = Object.entries(body.value).map(([name, value]) => {
    const asked = said.get(snakeCase(name))
    return [name, typeof asked === typeof value ? asked : value] as const
  })
  return { ...body, value: Object.fromEntries(entries) }
}
