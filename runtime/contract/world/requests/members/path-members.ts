import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { type PathValues, pathTemplates } from '../../../data/document/path-binding.ts'
import { isTemplateOfOwnItem } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { isReferenceName, snakeCase, stemOf } from '../../../lexicon/lexicon.ts'

/**
 * Returns the body properties that identify the same parents as the path: "project" below
 * "/projects/{projectId}". The path decides, so a body that names another parent contradicts it. A property
 * for the operation's own item is excluded, because a different name in the body renames the item.
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
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const members = parameters.size === 0 ? [] : schemaIn(document, body?.schema).properties
  return new Map(
    [...members].flatMap(([member, { keywords, types }]) => {
      const parameter = parameters.get(snakeCase(member))
      const isText = types.includes('string') && !('enum' in keywords) && keywords.readOnly !== true
      return parameter !== undefined && isText ? [[member, parameter] as const] : []
    }),
  )
}

/**
 * Returns the body in which each property that means the same as a path parameter has that parameter's value.
 * Absent properties are not added.
 */
export function bodyInAgreementWithPath(
  body: NonNullable<RequestPlan['body']>,
  { members, path }: { members: ReadonlyMap<string, string>; path: PathValues },
): NonNullable<RequestPlan['body']> {
  if (members.size === 0 || !isObject(body.value)) return body
  const entries = Object.entries(body.value).map(([name, value]) => {
    const said = path[members.get(name) ?? '']
    return [name, said?.text ?? value] as const
  })
  return { ...body, value: Object.fromEntries(entries) }
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
