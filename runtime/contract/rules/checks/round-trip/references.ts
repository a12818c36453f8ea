import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { EACH, placesIn } from '@concordat/runtime/schema-view'
import { bodyOfMembers, jsonBody } from '../../../data/document/json-body.ts'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { referencedResource } from '../../../data/document/reference.ts'
import { creatorOfItems, operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import {
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictUntilFaulty,
} from '../../../data/outcome/not-run.ts'
import { plainName, singularOf, texts } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { fieldClause, requiredBesideChange, shownFieldText } from '../../evidence/fields.ts'
import { findInList, type Observation, observeItem, requestItem } from '../../evidence/observe.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { rules } from './rules.ts'

/** Maximum depth of a reference in a body, such as a product's id in each line of an order. */
const DEEPEST = 3

/** Maximum number of properties whose references are changed. */
const MOST_REFERENCES = 2

/** A property in a body that refers to items of a resource by their ids, or by a code that they have. */
interface Place {
  /** The property of the body that contains it, or is it. */
  readonly member: string
  readonly name: string
  readonly to: ResourceDescriptor
  /** The text that refers to an item. */
  textOf(item: Item): string | undefined
  write(text: string): unknown
}

/** A property of a body that refers to one of the run's items, and its value with another item. */
interface Reference {
  readonly member: string
  readonly value: unknown
  readonly text: string
  readonly other: { readonly item: Item; readonly text: string; readonly value: unknown }
}

/**
 * Checks that an item that refers to another one can be changed to refer to a third one. Then removes the
 * third one, because a server can fail to show or list what refers to nothing.
 */
export async function tryReferences(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<Verdict> {
  if (operation.resource?.role !== 'update' || !context.asks(rules.stored)) return nothingCompared()
  const references = await referencesOf(context, operation, item)
  return verdictUntilFaulty(
    references.map((reference) => () => tryReference(context, operation, item, reference)),
  )
}

async function tryReference(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
  { member, value, text, other }: Reference,
): Promise<Verdict> {
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
  const isKept = ({ value: seen }: Observation): boolean => {
    const shown = scalarsIn(memberOf(seen, member))
    // Only a property that shows such texts proves something.
    return shown.includes(text) && !shown.includes(other.text)
  }
  if (!isKept(await observeItem(context, item))) {
    await resultIfRun(() => removeOther(context, item, other.item))
    return []
  }
  const [, { answer, ...seen }] = await lookTwiceApart(() => observeItem(context, item))
  if (!isKept({ answer, ...seen })) return []
  const body = jsonBody(operation)
  const schema = schemaIn(context.document, body?.schema)
  return [
    context.finding({
      ...{ operation, answer, breaks: rules.stored },
      clause: fieldClause(schema, member, body?.clause ?? operation.pointer),
      fact: {
        ...{ kind: 'member lost', member, where: 'when read again' },
        ...{ sent: shownFieldText(other.value), received: shownFieldText(memberOf(seen.value, member)) },
      },
    }),
  ]
}

/**
 * Removes an item, and reads and lists one that refers to it. The suite judges these responses as all others.
 */
async function removeOther(context: CheckContext, item: Item, other: Item): Promise<void> {
  const remove = operationById(context.document, other.resource.operations.delete)
  if (remove === undefined) return
  const { answer } = await context.attempt(remove, { expecting: 'either', at: asFixture(other) })
  if (!isSuccess(answer)) return
  await requestItem(context, item)
  await findInList(context, item)
}

/** Finds references to the run's items in a body, and creates other items to refer to. */
async function referencesOf(
  context: CheckContext,
  operation: OperationDescriptor,
  { resource, binding }: Item,
): Promise<readonly Reference[]> {
  const { document, pool } = context
  const create = creatorOfItems(document, resource)
  const plans = [
    ...(create === undefined ? [] : [pool.requests.best(create, binding)]),
    pool.requests.best(operation, binding),
    pool.requests.plan(operation, binding, 'full'),
  ]
  const bodies = plans.flatMap(({ body }) => (isObject(body?.value) ? [body.value] : []))
  const found = new Map<string, Reference>()
  const places = referringPlaces(document, operation, resource)
  for (const { member, name, to, textOf, write } of places) {
    const known = new Set(pool.live(to).map(textOf))
    for (const { [member]: value } of bodies) {
      const text = valuesIn({ [member]: value }, name).find((sent) => known.has(sent))
      if (text === undefined || found.has(member) || found.size === MOST_REFERENCES) continue
      const item = await pool.items.create(to)
      const otherText = textOf(item)
      if (otherText === undefined) continue
      const changed = withValues({ [member]: value }, name, write(otherText))
      found.set(member, {
        ...{ member, value, text },
        other: { item, text: otherText, value: memberOf(changed, member) },
      })
    }
  }
  // No body names an item in an optional property that the document's examples lack.
  const [missing] = places.filter(({ member, name }) => member === name && !found.has(member))
  const made = missing && found.size < MOST_REFERENCES ? await newReference(context, missing) : undefined
  return [...found.values(), ...(made === undefined ? [] : [made])]
}

/** References to two new items. */
async function newReference(
  { pool }: CheckContext,
  { member, to, textOf, write }: Place,
): Promise<Reference | undefined> {
  const [first, item] = [await pool.items.create(to), await pool.items.create(to)]
  const [text, otherText] = [textOf(first), textOf(item)]
  if (text === undefined || otherText === undefined) return undefined
  return { member, value: write(text), text, other: { item, text: otherText, value: write(otherText) } }
}

function referringPlaces(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
  { name: own }: ResourceDescriptor,
): readonly Place[] {
  const body = schemaIn(document, jsonBody(operation)?.schema)
  return [...placesIn(body, { deepest: DEEPEST })].flatMap(({ path, schema }): Place[] => {
    const [member, name] = [path[0], path.at(-1)]
    if (member === undefined || name === undefined || name === EACH) return []
    const reference = referencedResource(name, schema, { document })
    const to = reference?.resource ?? (path.length > 1 ? resourceWithCode(document, member, name) : undefined)
    if (to === undefined || to.name === own || creatorOfItems(document, to) === undefined) return []
    const ofCode = (item: Item): string | undefined => {
      const code = memberOf(item.value, name)
      return typeof code === 'string' ? code : undefined
    }
    return [
      {
        ...{ member, name, to, textOf: reference === undefined ? ofCode : boundItemName },
        write: (text) => (reference === undefined ? text : reference.write(text)),
      },
    ]
  })
}

/** The resource after which a property is named and whose items have a code: "couponLines" with a "code". */
function resourceWithCode(
  document: DocumentDescriptor,
  member: string,
  name: string,
): ResourceDescriptor | undefined {
  return document.resources.find((resource) => {
    const create = creatorOfItems(document, resource)
    const { properties } = schemaIn(document, create && bodyOfMembers(create)?.schema)
    const things = singularOf(resource.collection.slice(resource.collection.lastIndexOf('/') + 1))
    const isCode = properties.get(name)?.types.includes('string') === true && !texts.prose.has(name)
    return isCode && plainName(member).startsWith(plainName(things))
  })
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
