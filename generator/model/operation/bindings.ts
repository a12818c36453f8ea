import {
  calls,
  descriptions,
  endsAccess,
  identifiers,
  isIdentifyingName,
  lowerWordsOf,
  nameWithinService,
  paging,
  statements,
  verbOfName,
  verbs,
  verdicts,
} from '@concordat/contract/lexicon'
import {
  isSafe,
  type OperationDescriptor,
  resourcePath,
  successContents,
  successSchema,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { SchemaFacts } from '../schema/schema-facts.ts'

/** Returns the operationIds of writes that only read: see the functions below. */
export function readsByWriting(
  operations: readonly OperationDescriptor[],
  facts: SchemaFacts,
  prose: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const told = toldReads(operations, prose)
  const others = operations.filter(
    (each) =>
      told.has(each) ||
      asksForPage(each, facts) ||
      isComputing(each, facts) ||
      isTrial(each, operations) ||
      isAnotherRead(each, { operations, facts }),
  )
  return new Set([...writesBoundToReads(operations), ...others.map(({ operationId }) => operationId)])
}

/**
 * Returns POSTs whose description says that they only show something ("Gets the status of a job."), and those
 * without a description whose path ends like the path of such a POST: "/jobs/status" beside "/status".
 * @param prose Descriptions, by operationId.
 */
function toldReads(
  operations: readonly OperationDescriptor[],
  prose: ReadonlyMap<string, string>,
): ReadonlySet<OperationDescriptor> {
  const candidates = operations.filter((each) => mayShow(each, operations))
  const told = candidates.filter(({ operationId }) => descriptions.shows(prose.get(operationId) ?? ''))
  const ends = new Set(told.filter(({ path }) => !path.includes('{')).map(lastNamedSegment))
  const silent = candidates.filter(
    (each) => (prose.get(each.operationId) ?? '') === '' && ends.has(lastNamedSegment(each)),
  )
  return new Set([...told, ...silent])
}

/** True for a POST that creates no item of a collection, and whose name does not say that it changes any. */
function mayShow(
  { method, path, operationId, responses, delivery }: OperationDescriptor,
  operations: readonly OperationDescriptor[],
): boolean {
  if (method !== 'POST' || delivery !== undefined || '201' in responses) return false
  const last = lowerWordsOf(path.split('/').at(-1) ?? '')
  const isCollection = operations.some((other) => other.path.startsWith(`${path}/{`))
  return (
    !isCollection &&
    !isWorking(operationId) &&
    !last.some((word) => verbs.beside.has(word) || statements.has(word))
  )
}

function lastNamedSegment({ path }: OperationDescriptor): string {
  return path.split('/').findLast((segment) => !/^v\d+$/.test(segment)) ?? ''
}

/**
 * True if a POST asks for a part of a list: its body says how many items to return and where to begin, and
 * the response contains a list and not these values, which are therefore not stored.
 */
function asksForPage(operation: OperationDescriptor, facts: SchemaFacts): boolean {
  if (operation.method !== 'POST' || isWorking(operation.operationId)) return false
  const sent = bodyMembers(operation, facts)
  const isPart = sent.some((name) => paging.itemsBefore.has(name) || paging.cursor.has(name))
  const shown = facts.properties(successSchema(operation))
  const lists = [successSchema(operation), ...shown.values()]
    .map((schema) => facts.items(schema))
    .filter((item) => item !== undefined)
  const stored = [...shown.keys(), ...lists.flatMap((item) => [...facts.properties(item).keys()])]
  const limits = sent.filter(paging.limit.has)
  return isPart && limits.length > 0 && lists.length > 0 && !limits.some((name) => stored.includes(name))
}

/**
 * True if a POST is another form of the GET at its path, for queries that are too long for a URL: it returns
 * the same content with 200, and its body has only properties that are parameters of the GET, with all that
 * the GET requires.
 */
function isAnotherRead(
  operation: OperationDescriptor,
  { operations, facts }: { readonly operations: readonly OperationDescriptor[]; readonly facts: SchemaFacts },
): boolean {
  const { method, path, operationId, responses } = operation
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
  if (method !== 'POST' || isWorking(operationId) || successes.some((status) => status !== '200'))
    return false
  const read = operations.find((other) => other.method === 'GET' && other.path === path)
  if (read === undefined || !isAlike(operation, read)) return false
  const asked = (read.parameters ?? []).filter(({ in: location }) => location === 'query')
  const sent = new Set(bodyMembers(operation, facts))
  return (
    sent.size > 0 &&
    [...sent].every((name) => asked.some((parameter) => parameter.name === name)) &&
    asked.every(({ name, required }) => required !== true || sent.has(name))
  )
}

/**
 * True if a POST only judges what another POST would create: "POST /plans/validate" with the body of "POST
 * /plans".
 */
function isTrial(
  { method, path, operationId, requestBody }: OperationDescriptor,
  operations: readonly OperationDescriptor[],
): boolean {
  const [, collection, end = ''] = /^(.+)\/([^/{}]+)$/.exec(resourcePath(path)) ?? []
  const isJudging = method === 'POST' && verbs.judging.has(end) && !isWorking(operationId)
  if (!isJudging || requestBody === undefined) return false
  const content = JSON.stringify(requestBody.content)
  return operations.some(
    (other) =>
      other.method === 'POST' &&
      resourcePath(other.path) === collection &&
      JSON.stringify(other.requestBody?.content) === content,
  )
}

/**
 * True if a POST only computes something from its body, which names no item: "POST /markdown/render". Its
 * response identifies nothing that it could have stored. To verify something can also have an effect, such as
 * on an address, unless the response is a verdict.
 */
function isComputing(operation: OperationDescriptor, facts: SchemaFacts): boolean {
  const { method, path, operationId, delivery } = operation
  if (method !== 'POST' || path.includes('{') || delivery !== undefined || isWorking(operationId))
    return false
  const last = resourcePath(path).split('/').at(-1) ?? ''
  const words = [verbOfName(operationId), ...lowerWordsOf(last)]
  const sent = bodyMembers(operation, facts)
  const isOfContent =
    sent.length > 0 && !sent.some((name) => identifiers.naming.has(name) || isIdentifyingName(name))
  const shown = [...facts.properties(successSchema(operation)).keys()]
  if (!isOfContent || successContents(operation).length === 0 || shown.some(identifiers.sure.has))
    return false
  return words.some(verbs.computing.has) || (words.some(verbs.verifying.has) && isVerdict(operation, facts))
}

function bodyMembers({ requestBody }: OperationDescriptor, facts: SchemaFacts): readonly string[] {
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
  return schemas.flatMap((schema) => [...facts.properties(schema).keys()])
}

function isVerdict(operation: OperationDescriptor, facts: SchemaFacts): boolean {
  const shown = facts.properties(successSchema(operation))
  const tells = (members: ReadonlyMap<string, JsonSchema>): boolean => [...members.keys()].some(verdicts.has)
  return tells(shown) || [...shown.values()].some((part) => tells(facts.properties(part)))
}

/**
 * Returns the operationIds of writes that are really reads, bound to another method. Gateways bind one
 * procedure to several paths, and number the operationIds: "Service_Echo2" by POST, and "Service_Echo" by
 * GET, with the same response. A procedure whose name says that it does more than read does not count.
 */
function writesBoundToReads(operations: readonly OperationDescriptor[]): ReadonlySet<string> {
  const procedures = Map.groupBy(operations, ({ operationId }) => operationId.replace(/\d+$/, ''))
  return new Set(
    [...procedures].flatMap(([procedure, bindings]) => {
      const reads = bindings.filter(({ method }) => isSafe(method))
      if (reads.length === 0 || isWorking(procedure)) return []
      return bindings
        .filter((one) => !reads.includes(one) && reads.some((read) => isAlike(one, read)))
        .map(({ operationId }) => operationId)
    }),
  )
}

function isWorking(procedure: string): boolean {
  const words = lowerWordsOf(nameWithinService(procedure))
  const writing = [verbs.working, verbs.making, calls.creating, calls.putting, calls.updating, calls.deleting]
  return endsAccess(procedure) !== undefined || words.some((word) => writing.some((verb) => verb.has(word)))
}

function isAlike(one: OperationDescriptor, other: OperationDescriptor): boolean {
  const [schema, same] = [one, other].map(successSchema)
  return schema !== undefined && JSON.stringify(schema) === JSON.stringify(same)
}
