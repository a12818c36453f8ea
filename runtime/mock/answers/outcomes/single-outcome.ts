import { blankPath } from '@concordat/contract/document'
import { likeliestItemName, snakeCase } from '@concordat/contract/lexicon'
import { type OperationDescriptor, pathOnly, resourcePath } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { HttpProblem } from '@concordat/runtime/server'
import { isRefusalDocumented } from '../../document/answers.ts'
import { mockSuccessSchema } from '../../document/known-resource.ts'
import { assertConditions } from './conditions.ts'
import type { Granted, MockOutcome } from './granted.ts'

/**
 * Returns the outcome of an operation without a resource. If the document has a GET for its path, the path
 * has a single item, which PUT, PATCH and POST write, GET reads and DELETE removes. All other operations
 * change nothing.
 */
export function singleOutcome(granted: Granted): MockOutcome {
  const { operation, pathValues, world, request } = granted
  const { method } = operation
  const path = resourcePath(pathValues.fill(pathOnly(operation.path)) ?? new URL(request.url).pathname)
  const read = world.document.operations.find(
    (other) => other.method === 'GET' && resourcePath(other.path) === resourcePath(operation.path),
  )
  // A DELETE on a list concerns the items that the request names, so the list itself is never removed.
  const isOfList = method === 'DELETE' && (read?.list !== undefined || read?.resource?.role === 'list')
  if (read === undefined || isOfList)
    return { statuses: method === 'POST' ? [200, 201, 202, 204] : [200, 204, 202] }
  return method === 'DELETE' ? removal(granted, path) : writing(granted, { path, read })
}

function removal({ world }: Granted, path: string): MockOutcome {
  if (world.singles.at(path) === undefined) throw nothing()
  world.remove(path)
  return { statuses: [204, 200, 202] }
}

/** Reads the single item at a path, or writes the request's body into it. */
function writing(
  granted: Granted,
  { path, read }: { readonly path: string; readonly read: OperationDescriptor },
): MockOutcome {
  const { operation, world, body, takeRoom } = granted
  const { method } = operation
  const written = method !== 'GET' && isObject(body) ? body : undefined
  takeRoom(written)
  // A PATCH may create a missing item, unless the document describes an error for this case. @see RFC 5789, 2
  const isMade =
    ['PUT', 'POST'].includes(method) || (method === 'PATCH' && !isRefusalDocumented(operation, 'absence'))
  const [example] = world.shownBy(read)
  const seed = { called: calledIn(granted, read), example }
  const before = world.singles.at(path, seed)
  assertConditions(granted, before)
  const item = isMade ? world.singles.anew(path, seed) : before
  if (item === undefined) throw nothing()
  const content = Object.values(operation.requestBody?.content ?? {})
  const { properties } = world.maker.schema(content.find(({ schema }) => schema !== undefined)?.schema)
  if (written !== undefined) item.write(written, method === 'PUT' ? [...properties.keys()] : [])
  const isItself = method === 'GET' || method === 'PUT' || method === 'PATCH'
  return {
    statuses: statusesOf(method, { isNew: before === undefined }),
    ...(isItself && { show: (schema: Schema) => item.show(schema) }),
  }
}

/** Returns suitable statuses, best first. A 201 means that the item was created. @see RFC 9110, 9.3.4 */
function statusesOf(method: string, { isNew }: { readonly isNew: boolean }): MockOutcome['statuses'] {
  if (method === 'POST') return isNew ? [201, 200, 202, 204] : [200, 201, 202, 204]
  return isNew ? [201, 200, 204, 202] : [200, 204, 202]
}

/**
 * Returns the name at the end of the path as a property of the item, such as `{ id: "7" }` for "/nodes/7".
 */
function calledIn({ pathValues, world }: Granted, read: OperationDescriptor): Record<string, unknown> {
  const last = pathValues.templates.at(-1)
  if (last === undefined || last.key !== blankPath(read.path)) return {}
  const { maker } = world
  const { properties } = mockSuccessSchema(world.document, read) ?? maker.schema(true)
  const names = [...properties.keys()]
  const name =
    names.find((own) => snakeCase(own) === snakeCase(last.name)) ??
    likeliestItemName(names, {
      collection: last.key.slice(0, last.key.lastIndexOf('/')),
      parameter: last.name,
    })
  const values: readonly unknown[] = [last.text, Number(last.text)]
  const value = values.find((each) => maker.fits(each, properties.get(name ?? '')))
  return name === undefined || value === undefined ? {} : { [name]: value }
}

function nothing(): HttpProblem {
  return new HttpProblem({ kind: 'not-found', detail: 'There is nothing at this path.' })
}
