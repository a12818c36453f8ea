import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { blankPath, type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  operationAt,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { onceOrMissing } from '../../../data/outcome/missing.ts'
import { nothingCompared, resultIfRun, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { otherParent, UNVALIDATED_PARENT } from './elsewhere.ts'
import { rules } from './rules.ts'

const ON_ITEMS = ['update', 'replace', 'delete', 'action']

/** An item whose path an operation's path goes on from, and the items above it that the run can replace. */
interface Owner {
  readonly read: OperationDescriptor
  readonly resource: ResourceDescriptor
  readonly ancestors: readonly { readonly resource: ResourceDescriptor; readonly key: string }[]
}

/**
 * Checks that nothing succeeds below an item at a path where a read does not find this item: with each item
 * above it replaced by another one, the operation must fail too. Otherwise, it does not check all parents.
 */
export async function checkBelowAbsent(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const owner = ownerOf(context.document, operation)
  if (owner === undefined || !context.asks(rules['below-another-parent'])) return nothingCompared()
  return resultOrNotRun(async () => {
    const home = await bindingAtHome(context, operation, owner)
    for (const { resource, key } of owner.ancestors) {
      if (home.get(key)?.origin !== 'created') continue
      const moved = exchanged(home, key, (await otherParent(context, resource)).binding)
      if (moved === undefined || !(await isOnlyAt(context, owner.read, { home, moved }))) continue
      const found = await tryBelow(context, operation, { home, moved, by: owner.read })
      if (found.length > 0) return found
    }
    return []
  })
}

/** The deepest readable item that an operation's path goes on from; `undefined` if nothing is above it. */
function ownerOf(document: DocumentDescriptor, operation: OperationDescriptor): Owner | undefined {
  const path = blankPath(operation.path)
  const above = document.resources
    .filter(({ item }) => item !== undefined && path.startsWith(`${blankPath(item)}/`))
    .toSorted((one, other) => (other.item?.length ?? 0) - (one.item?.length ?? 0))
  for (const resource of above) {
    const read = operationById(document, resource.operations.read)
    if (read === undefined || blankPath(read.path) !== blankPath(resource.item ?? '')) continue
    const ancestors = ancestorsOf(document, resource)
    return ancestors.length === 0 ? undefined : { read, resource, ancestors }
  }
  return undefined
}

function ancestorsOf(document: DocumentDescriptor, { item = '', ...below }: ResourceDescriptor) {
  const found: Owner['ancestors'][number][] = []
  const keys = new Set(pathTemplates(item).map(({ key }) => key))
  let resource = resourceByName(document, below.parent?.name)
  while (resource?.item !== undefined && found.every((one) => one.resource !== resource)) {
    const key = pathTemplates(resource.item).at(-1)?.key
    if (key !== undefined && keys.has(key) && creatorOfItems(document, resource) !== undefined)
      found.push({ resource, key })
    resource = resourceByName(document, resource.parent?.name)
  }
  return found
}

/**
 * The path of a request that would succeed, but for a write with an item that the run can lose. A list has an
 * item to show there.
 */
async function bindingAtHome(
  { document, pool }: CheckContext,
  operation: OperationDescriptor,
  { resource }: Owner,
): Promise<PathBinding> {
  const { name, role = 'action' } = operation.resource ?? {}
  if (ON_ITEMS.includes(role) && operation.method !== 'GET') return pool.bindings.find(operation, 'refuse')
  const own = resourceByName(document, name)
  const isShown = operation.method === 'GET' && creatorOfItems(document, own) !== undefined
  const shown = own && isShown ? await resultIfRun(() => pool.items.shared(own)) : undefined
  const { binding } = shown ?? (await pool.items.shared(resource))
  return pool.bindings.around(operation, binding)
}

/** A path binding with another item at one place; `undefined` if this has other items above it. */
function exchanged(home: PathBinding, key: string, other: PathBinding): PathBinding | undefined {
  const own = other.get(key)
  const isElsewhere = [...other].some(([name, { text }]) => name !== key && home.get(name)?.text !== text)
  if (own === undefined || isElsewhere || own.text === home.get(key)?.text) return undefined
  // Whatever is created at this path belongs to the run.
  const below = [...home].map(([name, value]) => [name, { ...value, origin: 'unknown' as const }] as const)
  return new Map([...below, ...other])
}

interface Places {
  readonly home: PathBinding
  readonly moved: PathBinding
}

/** For each path, true if a read finds the item at home, and gets a 404 if it is moved. */
const newPlaces = () => new Map<string, Promise<boolean>>()

function isOnlyAt({ state, pool, read }: CheckContext, by: OperationDescriptor, { home, moved }: Places) {
  const ask = (binding: PathBinding) => read(pool.requests.best(by, binding))
  const told = [home, moved].flatMap((binding) =>
    pathTemplates(by.path).map(({ key }) => binding.get(key)?.text),
  )
  return onceOrMissing(
    state.of(newPlaces),
    JSON.stringify([by.operationId, ...told]),
    async () => isAbsence(await ask(moved)) && isSuccess(await ask(home)),
  )
}

async function tryBelow(
  context: CheckContext,
  operation: OperationDescriptor,
  { home, moved, by }: Places & { readonly by: OperationDescriptor },
): Promise<readonly Finding[]> {
  const attempt = { expecting: 'refusal', at: { binding: moved } } as const
  const { answer: first } = await context.attempt(operation, attempt)
  if (!isSuccess(first)) return []
  const isRead = operation.method === 'GET'
  const usual = isRead ? await readAtHome(context, operation, home) : undefined
  const answer = isRead ? (await context.attempt(operation, attempt)).answer : first
  // A list of what is below nothing can be empty, and a constant says nothing about its path.
  if (usual !== undefined && !isSameContent(usual, answer)) return []
  return [
    context.finding({
      ...{ operation, answer, expecting: 'refusal', ...(usual && { beside: [usual] }) },
      clause: pointerBelow(operation.pointer, 'responses'),
      breaks: rules['below-another-parent'],
      cause: UNVALIDATED_PARENT,
      fact: { kind: 'below another parent', is: 'below', by: by.operationId },
    }),
  ]
}

/** A response that shows something, if need be after a create. */
async function readAtHome(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<Answer> {
  const look = () => context.read(context.pool.requests.best(operation, binding))
  const usual = await look()
  const create = operationAt(context.document, { method: 'POST', path: operation.path })
  if (hasTexts(usual.value) || create === undefined) return usual
  await resultIfRun(() => context.attempt(create, { expecting: 'either', at: { binding } }))
  return look()
}

/** True if a response shows the same as another one, which has something to show. */
function isSameContent(usual: Answer, answer: Answer): boolean {
  return isSuccess(usual) && hasTexts(answer.value) && isSameToClients(usual.value, answer.value, answer)
}

/** True if a value contains a list's items, or texts. Counts and flags can be the same everywhere. */
function hasTexts(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'string' || (isObject(value) && Object.values(value).some(hasTexts))
}
