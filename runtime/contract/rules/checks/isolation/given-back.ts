import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemId, type PathBinding } from '../../../data/document/path-binding.ts'
import { referencedResource } from '../../../data/document/reference.ts'
import { creatorOfItems, operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { verbs } from '../../../lexicon/lexicon.ts'
import { asFixture } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { derivedViews, type Left, leftIn, partsKept, partsTaken, queryAround, showsLeft } from './left.ts'
import { rules } from './rules.ts'

/** Maximum number of views that are compared. */
const MOST_VIEWS = 3

/**
 * Checks that what a create takes from something else, such as a free slot or a seat that is left, is given
 * back when the new item is deleted or cancelled.
 */
export async function checkGivenBack(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const resource = resourceByName(context.document, operation.resource?.name)
  const create = creatorOfItems(context.document, resource)
  if (resource === undefined || create === undefined || !context.asks(rules['given-back']))
    return nothingCompared()
  if (!undoes(operation) || !mayTake(context.document, resource, create)) return nothingCompared()
  // Another client may have taken the same in the meantime.
  return context.budget.recurring(
    async () =>
      (await resultIfRun(() => takeAndGiveBack(context, { operation, create, resource }))) ??
      nothingCompared(),
  )
}

/** True for a deletion, and for an action that ends what its item does: "POST /bookings/{id}/cancel". */
function undoes({ resource, path }: OperationDescriptor): boolean {
  const [last = ''] = path.split('/').slice(-1)
  return resource?.role === 'delete' || (resource?.role === 'action' && verbs.undoing.has(last))
}

interface Undoing {
  readonly operation: OperationDescriptor
  readonly create: OperationDescriptor
  readonly resource: ResourceDescriptor
}

/** A request that may show what is left. */
type View = () => Promise<Answer | undefined>

/** A view, and the amounts that were left before a create. */
interface Look {
  readonly by: OperationDescriptor
  readonly view: View
  readonly before: Left
}

/** A view, and the amounts that were left after a create took some. */
interface Taken {
  readonly look: Look
  readonly during: Left
}

/**
 * Creates an item and removes it again, and looks at what is left each time.
 * @throws NotRun if there is no view, or if nothing can be created.
 */
async function takeAndGiveBack(
  context: CheckContext,
  { operation, create, resource }: Undoing,
): Promise<readonly Finding[] | undefined> {
  const binding = await placeOf(context, create, resource)
  const plan = context.pool.requests.best(create, binding)
  const looks: Look[] = []
  for (const { by, view } of await viewsOf(context, { create, resource, plan, binding })) {
    const before = leftIn(by, await view())
    if (before !== undefined) looks.push({ by, view, before })
  }
  if (looks.length === 0) return undefined
  const { created } = await context.attempt(create, { expecting: 'success', at: { binding }, sending: plan })
  if (created === undefined) return undefined
  const taken: Taken[] = []
  for (const look of looks) {
    const during = leftIn(look.by, await look.view())
    if (during !== undefined && partsTaken(look.before, during).length > 0) taken.push({ look, during })
  }
  const { answer } = await context.attempt(operation, { expecting: 'either', at: asFixture(created) })
  return taken.length === 0 || !isSuccess(answer)
    ? undefined
    : findKept(context, { operation, create, resource }, { taken, answer })
}

/** Finds what a deletion has not given back. @param answer the response to the deletion. */
async function findKept(
  context: CheckContext,
  { operation, create }: Undoing,
  { taken, answer }: { readonly taken: readonly Taken[]; readonly answer: Answer },
): Promise<readonly Finding[]> {
  for (const { look, during } of taken) {
    const seen = await look.view()
    const now = leftIn(look.by, seen)
    const lost = now && partsKept({ before: look.before, during, now })[0]
    if (seen === undefined || lost === undefined) continue
    return [
      context.finding({
        ...{ operation, answer: seen, beside: [answer], breaks: rules['given-back'] },
        clause: pointerBelow(operation.pointer, 'responses'),
        fact: {
          ...{ kind: 'not given back', by: look.by.operationId, operation: create.operationId, part: lost },
          ...{ before: look.before.get(lost) ?? 0, received: now?.get(lost) ?? 0 },
        },
      }),
    ]
  }
  return []
}

/** A new parent, so that no earlier item interferes; if there is none to create, the usual place. */
async function placeOf(
  { document, pool }: CheckContext,
  create: OperationDescriptor,
  resource: ResourceDescriptor,
): Promise<PathBinding> {
  const parent = resourceByName(document, resource.parent?.name)
  if (parent === undefined || creatorOfItems(document, parent) === undefined)
    return pool.bindings.find(create, 'read')
  return pool.bindings.around(create, (await pool.items.create(parent)).binding)
}

interface Setting {
  readonly create: OperationDescriptor
  readonly resource: ResourceDescriptor
  readonly plan: RequestPlan
  readonly binding: PathBinding
}

/** The views that can show what is left: beside the collection, above it, and of the items referred to. */
async function viewsOf(
  context: CheckContext,
  { create, resource, plan, binding }: Setting,
): Promise<readonly { readonly by: OperationDescriptor; readonly view: View }[]> {
  const { document, pool } = context
  const around = (by: OperationDescriptor, at: PathBinding) => ({
    by,
    view: () =>
      resultIfRun(() => {
        const best = pool.requests.best(by, at)
        const query = { ...best.query, ...queryAround(document, by, plan.body?.value) }
        return context.read({ ...best, query })
      }),
  })
  const above = operationById(document, resourceByName(document, resource.parent?.name)?.operations.read)
  const views = [...derivedViews(document, resource), ...(above === undefined ? [] : [above])]
  const referred = []
  for (const { resource: other, name } of referencesOf(document, create)) {
    const read = operationById(document, other.operations.read)
    const item = await resultIfRun(() => pool.items.shared(other))
    const sent = isObject(plan.body?.value) ? plan.body.value[name] : undefined
    if (read !== undefined && item !== undefined && boundItemId(item.binding, other)?.text === String(sent))
      referred.push(around(read, item.binding))
  }
  return [...views.map((by) => around(by, binding)), ...referred].slice(0, MOST_VIEWS)
}

/** True if the document has a view in which a create could show an effect. */
function mayTake(
  document: DocumentDescriptor,
  resource: ResourceDescriptor,
  create: OperationDescriptor,
): boolean {
  const parent = resourceByName(document, resource.parent?.name)
  const reads = [parent, ...referencesOf(document, create).map(({ resource: other }) => other)]
    .map((other) => operationById(document, other?.operations.read))
    .filter((read) => read !== undefined)
  const lists = derivedViews(document, resource)
  return (
    lists.some(({ list }) => list !== undefined) || [...lists, ...reads].some((by) => showsLeft(document, by))
  )
}

interface Referred {
  /** The property of the body. */
  readonly name: string
  readonly resource: ResourceDescriptor
}

/** The items that a create's body refers to, such as the product of an order. */
function referencesOf(document: DocumentDescriptor, create: OperationDescriptor): readonly Referred[] {
  const { properties } = schemaIn(document, jsonBody(create)?.schema)
  return [...properties].flatMap(([name, schema]): readonly Referred[] => {
    const resource = referencedResource(name, schema, { document, operation: create })?.resource
    const read = operationById(document, resource?.operations.read)
    return resource === undefined || read === undefined || !showsLeft(document, read)
      ? []
      : [{ name, resource }]
  })
}
