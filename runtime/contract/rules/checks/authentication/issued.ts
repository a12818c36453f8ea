import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { allVerdicts, nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { isSecretByName, isSecretMember } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { checkListed } from './listed.ts'
import { rules } from './rules.ts'

/** Maximum number of attempts to find a read that accepts an issued credential. */
const MOST_READS = 3
/** Maximum number of reads that an issued credential is sent to. */
const MOST_ACCEPTING = 20
const UNAUTHENTICATED = 401
const FORBIDDEN = 403
/** Minimum length of a credential. A shorter string is probably a name. */
const SHORTEST = 8

/** A credential that the API issued, and a read that accepts it. */
interface Issued {
  readonly read: OperationDescriptor
  readonly item: Item
  readonly scheme: string
  readonly text: string
}

/**
 * Checks that a credential returned by a create is accepted by all reads with its scheme, and is rejected
 * once the created item, or the parent of that item, has been removed.
 */
export async function checkIssued(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const { document } = context
  const resource = resourceByName(document, operation.resource?.name)
  const create = creatorOfItems(document, resource)
  const isIssued = create !== undefined && [...shownProperties(create, document).keys()].some(isSecretMember)
  if (
    operation.resource?.role !== 'delete' ||
    !isIssued ||
    !context.asks(rules.revoked, rules.issued, rules.listed)
  )
    return nothingCompared()
  const owner = resourceByName(document, resource?.parent?.name)
  const removeOwner = operationById(document, owner?.operations.delete)
  const ofItem = await resultIfRun(() => checkRemoval(context, create, { remove: operation }))
  if (owner === undefined || removeOwner === undefined || creatorOfItems(document, owner) === undefined)
    return ofItem ?? nothingCompared()
  const ofOwner = await resultIfRun(() => checkRemoval(context, create, { remove: removeOwner, owner }))
  return allVerdicts([ofItem ?? nothingCompared(), ofOwner ?? nothingCompared()])
}

async function checkRemoval(
  context: CheckContext,
  create: OperationDescriptor,
  { remove, owner }: { readonly remove: OperationDescriptor; readonly owner?: ResourceDescriptor },
): Promise<Verdict> {
  const { bindings, items } = context.pool
  const above = owner && (await items.create(owner))
  const at = above && { at: { binding: await bindings.around(create, above.binding) } }
  const { answer, created } = await context.call(create, at)
  const issued = created && (await issuedBy(context, create, { value: answer.value, item: created }))
  if (issued === undefined) return nothingCompared()
  const kept = owner === undefined ? await checkReads(context, create, issued) : []
  if (kept.length > 0) return kept
  const removed = await context.attempt(remove, { expecting: 'either', at: asFixture(above ?? issued.item) })
  if (!isSuccess(removed.answer)) return nothingCompared()
  const late = await ask(context, issued)
  const open = isSuccess(late) ? await ask(context, { ...issued, text: '' }) : late
  const isOpen = isSuccess(late) && isSuccess(open)
  if (isOpen || (!isSuccess(late) && !isUndocumentedFor(issued.read, late))) return []
  return [
    context.finding({
      ...{ operation: remove, answer: late, beside: [removed.answer], breaks: rules.revoked },
      clause: pointerBelow(remove.pointer, 'responses'),
      expecting: 'refusal',
      fact: {
        ...{ kind: 'let in', wanted: '401', isExact: true },
        probe: owner
          ? 'with a credential whose owner has been removed'
          : 'with a credential that has been removed',
      },
    }),
  ]
}

/** True for a 403 to an invalid credential if the document has a 401 and no 403. @see RFC 9110, 15.5.2 */
function isUndocumentedFor(read: OperationDescriptor, { status }: Answer): boolean {
  const isDocumented = (code: number): boolean => documentedResponseFor(read, code) !== undefined
  return status === FORBIDDEN && isDocumented(UNAUTHENTICATED) && !isDocumented(FORBIDDEN)
}

/** Checks the reads with an issued credential's scheme, and the lists among them. */
async function checkReads(
  context: CheckContext,
  create: OperationDescriptor,
  issued: Issued,
): Promise<readonly Finding[]> {
  const reads = readsFor(context.document, create, issued.item)
    .filter(({ scheme }) => scheme === issued.scheme)
    .map(({ read }) => read)
  const { scheme, text } = issued
  const as = { kind: 'credentials', credentials: { ...context.credentials, [scheme]: text } } as const
  const kept = await checkAccepted(context, issued, reads)
  return kept.length > 0 ? kept : checkListed(context, reads, as)
}

/** Checks that no read with the same scheme rejects an issued credential that another read accepts. */
async function checkAccepted(
  context: CheckContext,
  issued: Issued,
  reads: readonly OperationDescriptor[],
): Promise<readonly Finding[]> {
  if (!context.asks(rules.issued)) return []
  const others = reads.filter((read) => read !== issued.read)
  for (const read of others.slice(0, MOST_ACCEPTING)) {
    const answer = await resultIfRun(() => ask(context, { ...issued, read }))
    if (answer?.status !== 401) continue
    const own = await resultIfRun(() => context.read(context.pool.requests.best(read, issued.item.binding)))
    if (own === undefined || !isSuccess(own)) continue
    return [
      context.finding({
        ...{ operation: read, answer, breaks: rules.issued, expecting: 'success' },
        clause: pointerBelow(read.pointer, 'responses'),
        fact: { kind: 'issued credential refused', by: issued.read.operationId },
      }),
    ]
  }
  return []
}

/**
 * The first string in a create's response that a read accepts as a credential, although the read rejects a
 * request without one.
 */
export async function issuedBy(
  context: CheckContext,
  create: OperationDescriptor,
  { value, item }: { readonly value: unknown; readonly item: Item },
): Promise<Issued | undefined> {
  const texts = secretsIn(value)
  const candidates = readsFor(context.document, create, item).flatMap(({ read, scheme }) =>
    texts.map((text) => ({ read, scheme, text, item })),
  )
  for (const issued of candidates.slice(0, MOST_READS)) {
    const answer = await resultIfRun(() => ask(context, issued))
    if (answer === undefined || !isSuccess(answer)) continue
    const open = await resultIfRun(() => ask(context, { ...issued, text: '' }))
    if (open !== undefined && !isSuccess(open)) return issued
  }
  return undefined
}

/**
 * GET operations whose path parameters the item provides, and which require only one scheme whose credential
 * is a single string. Those with the fewest path parameters come first.
 */
function readsFor(
  { operations, securitySchemes }: DocumentDescriptor,
  create: OperationDescriptor,
  { binding }: Item,
): readonly Pick<Issued, 'read' | 'scheme'>[] {
  const needsOf = ({ path }: OperationDescriptor): number => pathTemplates(path).length
  const isBound = ({ path }: OperationDescriptor): boolean =>
    pathTemplates(path).every(({ key }) => binding.has(key))
  const isClosed = ({ security = [] }: OperationDescriptor): boolean =>
    security.every((requirement) => Object.keys(requirement).length > 0)
  return operations
    .filter((operation) => operation.method === 'GET' && isBound(operation) && isClosed(operation))
    .toSorted(
      (one, other) =>
        needsOf(one) - needsOf(other) || Number(isBeside(create, other)) - Number(isBeside(create, one)),
    )
    .flatMap((read) => {
      const [name, ...others] = Object.keys(read.security?.[0] ?? {})
      const { type, scheme = 'bearer' } = securitySchemes[name ?? ''] ?? { type: 'mutualTLS' }
      const isText = type !== 'mutualTLS' && scheme === 'bearer'
      return name === undefined || others.length > 0 || !isText ? [] : [{ read, scheme: name }]
    })
}

function isBeside({ path }: OperationDescriptor, other: OperationDescriptor): boolean {
  return path === other.path
}

/** @param issued If `text` is empty, the request has no credential. */
function ask(context: CheckContext, { read, item, scheme, text }: Issued) {
  const plan = context.pool.requests.best(read, item.binding)
  const credentials = { ...context.credentials, [scheme]: text }
  return context.read(plan, text === '' ? { kind: 'none' } : { kind: 'credentials', credentials })
}

function secretsIn(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (isObject(part)) return secretsIn(part)
    return typeof part === 'string' && part.length >= SHORTEST && isSecretByName(name, part) ? [part] : []
  })
}
