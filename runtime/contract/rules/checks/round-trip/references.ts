import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { EACH, placesIn } from '@concordat/runtime/schema-view'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { referencedResource } from '../../../data/document/reference.ts'
import { creatorOfItems } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { fieldClause, requiredBesideChange, shownFieldText } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/** Maximum depth of a reference in a body, such as a product's id in each line of an order. */
const DEEPEST = 3

/** A property of a body that refers to an item, itself or in its parts, and the same with another item. */
interface Reference {
  readonly member: string
  readonly value: unknown
  readonly id: string
  readonly other: { readonly id: string; readonly value: unknown }
}

/** Checks that an item that refers to another one can be changed to refer to a third one. */
export async function tryReferences(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<Verdict> {
  if (operation.resource?.role !== 'update' || !context.asks(rules.stored)) return nothingCompared()
  const reference = await referenceOf(context, operation, item)
  if (reference === undefined) return nothingCompared()
  const { member, value, id, other } = reference
  const plan = context.pool.requests.plan(operation, item.binding, 'empty')
  const change = (own: unknown) => {
    const sending = requestWithBody(plan, {
      ...requiredBesideChange(context, operation, item.value),
      [member]: own,
    })
    return context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })
  }
  if (!isSuccess((await change(value)).answer)) return nothingCompared()
  if (!isSuccess((await change(other.value)).answer)) return []
  const { answer, value: seen } = await observeItem(context, item)
  // Only a property that shows ids proves something.
  const shown = scalarsIn(memberOf(seen, member))
  if (shown.includes(other.id) || !shown.includes(id)) return []
  const body = jsonBody(operation)
  return [
    context.finding({
      ...{ operation, answer, breaks: rules.stored },
      clause: fieldClause(
        schemaIn(context.document, body?.schema),
        member,
        body?.clause ?? operation.pointer,
      ),
      fact: {
        ...{ kind: 'member lost', member, where: 'when read again' },
        ...{ sent: shownFieldText(other.value), received: shownFieldText(memberOf(seen, member)) },
      },
    }),
  ]
}

/** Finds a reference to one of the run's items in a body, and creates another item to refer to. */
async function referenceOf(
  context: CheckContext,
  operation: OperationDescriptor,
  { resource, binding }: Item,
): Promise<Reference | undefined> {
  const { document, pool } = context
  const create = creatorOfItems(document, resource)
  const plans = [
    ...(create === undefined ? [] : [pool.requests.best(create, binding)]),
    pool.requests.best(operation, binding),
    pool.requests.plan(operation, binding, 'full'),
  ]
  const bodies = plans.flatMap(({ body }) => (isObject(body?.value) ? [body.value] : []))
  for (const { path, schema } of placesIn(schemaIn(document, jsonBody(operation)?.schema), {
    deepest: DEEPEST,
  })) {
    const [member, name] = [path[0], path.at(-1)]
    if (member === undefined || name === undefined || name === EACH) continue
    const reference = referencedResource(name, schema, { document })
    const to = reference?.resource
    if (to === undefined || to.name === resource.name || creatorOfItems(document, to) === undefined) continue
    const known = new Set(pool.live(to).map(boundItemName))
    for (const { [member]: value } of bodies) {
      const id = valuesIn({ [member]: value }, name).find((sent) => known.has(sent))
      const other = id === undefined ? undefined : boundItemName(await pool.items.create(to))
      if (id === undefined || other === undefined) continue
      const changed = withValues({ [member]: value }, name, reference?.write(other))
      return { member, value, id, other: { id: other, value: memberOf(changed, member) } }
    }
  }
  return undefined
}

/** The values of all properties with a name, at any depth, as texts. */
function valuesIn(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, name))
  return Object.entries(isObject(value) ? value : {}).flatMap(([key, own]) =>
    key === name ? [own].flat().map(String) : valuesIn(own, name),
  )
}

/** All scalars in a value, as texts. */
function scalarsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object') return [String(value)]
  return Object.values(value ?? {}).flatMap(scalarsIn)
}

/** A copy with another value for all properties with a name, at any depth. */
function withValues(value: unknown, name: string, other: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withValues(item, name, other))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [key, key === name ? other : withValues(own, name, other)]),
  )
}
