import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { Issue } from '@concordat/runtime/schema'

/** Pointer to one response. The key is written as in the document: "200", "4XX" or "default". */
export function responseClause(operation: OperationDescriptor, key: string): string {
  return pointerBelow(operation.pointer, 'responses', key)
}

/** Pointer to one of the operation's parameters. */
export function parameterClause(operation: OperationDescriptor, parameter: ParameterDescriptor): string {
  return pointerBelow(operation.pointer, 'parameters', String(operation.parameters?.indexOf(parameter) ?? 0))
}

/** Pointer to an operation's security requirements, even if these are declared for the whole document. */
export function securityClause(operation: OperationDescriptor): string {
  return pointerBelow(operation.pointer, 'security')
}

/** Pointer to the operation's path. */
export function pathClause(operation: OperationDescriptor): string {
  return operation.pointer.slice(0, operation.pointer.lastIndexOf('/'))
}

/** Pointer to the keyword that a value violates: in a named schema, or in the schema at `place`. */
export function issueClause(issue: Pick<Issue, 'schemaPath'>, place: string): string {
  const named = /^#\/\$defs\//
  return named.test(issue.schemaPath)
    ? issue.schemaPath.replace(named, '#/components/schemas/')
    : place + issue.schemaPath.slice(1)
}

const SCHEMAS = '#/components/schemas'

/**
 * The location, in the bundled document, of the part that a clause identifies. Rules identify clauses by
 * operation, index and definition. The document can declare that part in a component, in a list for the whole
 * path, or under a different name.
 * @returns The pointer to the deepest part of the clause that the document has.
 */
export function clausePlace(document: DocumentDescriptor, clause: string): string {
  const tokens = stepsOf(clause)
  if (clause.startsWith(`${SCHEMAS}/`)) {
    const [, , name = '', ...rest] = tokens
    return reach(document, { node: document.definitions[name], place: definitionPlace(document, name) }, rest)
      .place
  }
  const operation = document.operations.find(
    ({ pointer }) => clause === pointer || clause.startsWith(`${pointer}/`),
  )
  if (operation === undefined) return clause
  return placeInOperation(document, operation, tokens.slice(stepsOf(operation.pointer).length))
}

function definitionPlace({ places }: DocumentDescriptor, name: string): string {
  return places?.[name] ?? pointerBelow(SCHEMAS, name)
}

function placeInOperation(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
  [part, ...rest]: readonly string[],
): string {
  const { pointer } = operation
  if (part === undefined) return pointer
  const place = pointerBelow(pointer, part)
  if (part === 'security') return placeOfSecurity(operation)
  const described = PARTS[part]?.(operation, rest)
  if (described === undefined) return pointerBelow(place, ...rest)
  const { node, steps, own } = described
  if (node === undefined) return part === 'responses' ? place : pointer
  const [inside, left] = [rest.slice(0, steps), rest.slice(steps)]
  return placeInPart(document, { node, place: own ?? pointerBelow(place, ...inside) }, left)
}

function placeOfSecurity({ inheritsSecurity, security, pointer }: OperationDescriptor): string {
  if (inheritsSecurity) return '#/security'
  return security === undefined ? pointer : pointerBelow(pointer, 'security')
}

/** A part of an operation, as identified in a clause. */
interface DescribedPart {
  readonly node: unknown
  /** The part's own location in the document, if it is outside the operation. */
  readonly own?: string | undefined
  /** Number of steps that identify the part in the clause, after the step for its kind. */
  readonly steps: number
}

const PARTS: Readonly<
  Record<string, (operation: OperationDescriptor, rest: readonly string[]) => DescribedPart>
> = {
  parameters({ parameters = [] }, [index]) {
    const node = parameters[Number(index)]
    return { node, own: node?.pointer, steps: 1 }
  },
  requestBody: ({ requestBody: node }) => ({ node, own: node?.pointer, steps: 0 }),
  responses({ responses }, [key = '']) {
    const node = responses[key]
    return { node, own: node?.pointer, steps: 1 }
  },
  'x-effect': ({ effect: node }) => ({ node, steps: 0 }),
}

interface DescribedNode {
  readonly node: unknown
  readonly place: string
}

/**
 * The location of a node within a parameter, request body or response. Headers can be described elsewhere;
 * all other nodes are below the part itself.
 */
function placeInPart(document: DocumentDescriptor, site: DescribedNode, tokens: readonly string[]): string {
  const [part, name = '', ...rest] = tokens
  if (part !== 'headers') return reach(document, site, tokens).place
  const headers = isObject(site.node) ? site.node['headers'] : undefined
  const header = isObject(headers) ? headers[name] : undefined
  if (!isObject(header)) return site.place
  const { pointer } = header
  const place = typeof pointer === 'string' ? pointer : pointerBelow(site.place, 'headers', name)
  return reach(document, { node: header, place }, rest).place
}

/**
 * The result of following tokens from a node: the last node found, and the number of tokens that were not
 * found.
 */
interface Reached {
  readonly place: string
  readonly left: number
}

/** Maximum number of references to follow, because references can be circular. */
const MOST_HOPS = 16

/**
 * Follows tokens from a node. If a schema does not lead to all of them, also tries its `$ref` and `allOf`.
 */
function reach(
  document: DocumentDescriptor,
  { node, place }: DescribedNode,
  tokens: readonly string[],
  hops = 0,
): Reached {
  const [first, ...rest] = tokens
  if (first === undefined || typeof node !== 'object' || node === null) return { place, left: tokens.length }
  const child: unknown = Object.hasOwn(node, first) ? Reflect.get(node, first) : undefined
  const direct =
    child === undefined
      ? { place, left: tokens.length }
      : reach(document, { node: child, place: pointerBelow(place, first) }, rest, hops)
  if (direct.left === 0 || hops >= MOST_HOPS || !isObject(node)) return direct
  return sourcesOf(document, { node, place })
    .map((source) => reach(document, source, tokens, hops + 1))
    .reduce((best, other) => (other.left < best.left ? other : best), direct)
}

function sourcesOf(document: DocumentDescriptor, { node, place }: DescribedNode): DescribedNode[] {
  const { $ref, allOf } = isObject(node) ? node : {}
  const name = typeof $ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec($ref)?.[1] : undefined
  return [
    ...(name === undefined
      ? []
      : [{ node: document.definitions[name], place: definitionPlace(document, name) }]),
    ...(Array.isArray(allOf)
      ? allOf.map((part, index) => ({ node: part, place: pointerBelow(place, 'allOf', String(index)) }))
      : []),
  ]
}
