import { type OperationDescriptor, pagingParameters } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { identifierInPath } from '../../data/document/identifier.ts'
import { type SchemaScope, schemaIn } from '../../data/document/schema-in.ts'
import { snakeCase, stemOf } from '../../lexicon/lexicon.ts'

/**
 * A list parameter that has the same meaning as a property of the create request's body: "?project=7" for
 * tasks with "project_id": 7.
 */
export interface ListScope {
  readonly parameter: string
  /** The property of the create request's body. */
  readonly member: string
  readonly value: unknown
  /** True if the list cannot be read without the parameter. */
  readonly isRequired: boolean
}

/**
 * Returns the query parameters that select the list with a created item, and their values from the body of
 * the create request.
 */
export function listScopes(
  { parameters = [] }: OperationDescriptor,
  body: unknown,
  document: SchemaScope,
): readonly ListScope[] {
  const members = Object.entries(isObject(body) ? body : {})
  return parameters.flatMap(({ name, in: location, required = false, schema }) => {
    const [member, value] = members.find(([other]) => isSameScopeName(name, other)) ?? []
    const isUsable =
      location === 'query' &&
      identifierInPath(value) !== undefined &&
      schemaIn(document, schema).allows(value)
    return member !== undefined && isUsable ? [{ parameter: name, member, value, isRequired: required }] : []
  })
}

/**
 * True if a list was requested for other items: "?project=7" for an item of project 8. The project is the one
 * in the create request's body, with or without an envelope, or in the item that the server created.
 * @param sent the body. @param made the item in the response.
 */
export function isListScopeOfOthers(
  { list }: OperationDescriptor,
  url: string,
  { sent, made }: { readonly sent: unknown; readonly made?: unknown },
): boolean {
  const paging = pagingParameters(list)
  const said = [made, sent, ...Object.values(isObject(sent) ? sent : {})]
    .filter(isObject)
    .flatMap(Object.entries)
  return [...new URL(url).searchParams].some(([name, text]) => {
    // A parameter can contain an object: "scope[user]=7".
    const [scope = '', ...inside] = name.split(/[[\]]+/).filter((step) => step !== '')
    const named = said.flatMap(([member, value]) =>
      isSameScopeName(scope, member) ? (identifierInPath(valueAt(value, inside)) ?? []) : [],
    )
    return !paging.includes(name) && named.length > 0 && !named.includes(text)
  })
}

/**
 * True if an item says that it is in a list: it shows the value of each parameter that the list requires.
 * "GET /absences?user=7" shows the absences of user 7, which an absence without a user might not be.
 */
export function isCertainlyInListScope(operation: OperationDescriptor, url: string, made: unknown): boolean {
  const shown = Object.entries(isObject(made) ? made : {})
  const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required === true)
  return (
    !isListScopeOfOthers(operation, url, { sent: undefined, made }) &&
    required.every(({ name }) =>
      shown.some(([own, value]) => isSameScopeName(name, own) && identifierInPath(value) !== undefined),
    )
  )
}

/** True if two names have the same meaning: "projectId", "project_id" and "project". */
export function isSameScopeName(one: string, other: string): boolean {
  const stems = [stemOf(one), stemOf(other)]
  return snakeCase(one) === snakeCase(other) || (stems[0] !== '' && stems[0] === stems[1])
}
