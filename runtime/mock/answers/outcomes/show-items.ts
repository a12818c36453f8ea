import { plainName, snakeCase } from '@concordat/contract/lexicon'
import { isObject, setAt, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { EACH } from '@concordat/runtime/schema-view'
import { reportingSuccess, withoutListsBeside } from '../../document/envelope-values.ts'
import { isWholeItem } from '../../document/item-schema.ts'
import type { KnownResource } from '../../document/known-resource.ts'
import { itemPathInAnswer, mayShowItemMember } from '../../document/shown-at.ts'
import type { Collection } from '../../state/collection.ts'
import type { MockItem } from '../../state/item.ts'
import { type Granted, grantedRequestLine, type MockOutcome } from './granted.ts'

/**
 * Shows items in any response: a single item, possibly in an envelope; all items in their own list; otherwise
 * the document's example or a generated value.
 */
export function showingItems(
  granted: Granted,
  { known }: Collection,
  items: readonly MockItem[],
): NonNullable<MockOutcome['show']> {
  const { maker } = granted.world
  const [first] = items
  return (schema, example) => {
    const path = itemPathInAnswer(known, granted.operation, schema)
    if (path !== undefined && path.length > 0)
      return enveloped(granted, { known, items, path, schema, example })
    if (path === undefined && schema.values.areLists) return items.map((item) => item.show(schema.items))
    const isAnything = path === undefined && schema.properties.size === 0
    if (first === undefined || (path === undefined && !isAnything))
      return example ?? generated(granted, schema, { known, first })
    const shown = first.show(schema)
    // If nothing identifies the item, its properties and those of the response are the same.
    if (known.idPath === undefined) return reportingSuccess(shown, schema, granted)
    return isAnything || isItem(known, schema) ? shown : withoutListsBeside(shown, schema, maker)
  }
}

/** Creates a response that shows no item, with the values that the request states. */
function generated(
  granted: Granted,
  schema: Schema,
  { known, first }: { readonly known: KnownResource; readonly first: MockItem | undefined },
): unknown {
  const made = granted.world.maker.make(schema, 'value', 'example')
  return withRequested(reportingSuccess(made, schema, granted), schema, {
    granted,
    created: granted.operation.resource?.role === 'create' ? first : undefined,
    ids: [known.idPath?.at(-1) ?? '', known.resource.idParameter ?? ''].map(plainName),
  })
}

interface Requested {
  readonly granted: Granted
  /** The item that the request created. */
  readonly created: MockItem | undefined
  /** The plain names of the property and of the path parameter that identify items. */
  readonly ids: readonly string[]
}

/**
 * Replaces properties of a generated response that are named like path parameters, like properties of the
 * body, or like the identifier of the created item, by these values, if the schema allows them.
 */
function withRequested(made: unknown, schema: Schema, { granted, created, ids }: Requested): unknown {
  const { pathValues, body } = granted
  if (!isObject(made)) return made
  const texts = new Map(pathValues.templates.map(({ name, text }) => [snakeCase(name), text]))
  const sent = isObject(body) ? body : {}
  const replaced = Object.entries(made).map(([name, value]) => {
    const text = texts.get(snakeCase(name))
    const isOwn = created !== undefined && ids.includes(plainName(name))
    const said = isOwn
      ? [created.id, Number(created.id)]
      : text === undefined
        ? [sent[name]]
        : [text, Number(text)]
    const fits = (each: unknown): boolean => each !== undefined && schema.property(name).allows(each)
    return [name, said.find(fits) ?? value] as const
  })
  const whole = Object.fromEntries(replaced)
  return schema.allows(whole) ? whole : made
}

/**
 * True for a response with the item's name or most of its properties; any other is more likely to be an
 * envelope.
 */
function isItem({ idPath: [id = ''] = [], names }: KnownResource, { properties }: Schema): boolean {
  return properties.has(id) || isWholeItem(properties, names)
}

interface Enveloped {
  readonly known: KnownResource
  readonly items: readonly MockItem[]
  readonly path: readonly string[]
  readonly schema: Schema
  readonly example: unknown
}

function enveloped(granted: Granted, { known, items, path, schema, example }: Enveloped): unknown {
  const { world, operation } = granted
  const { maker } = world
  const list = path.indexOf(EACH)
  // Properties about the response itself are generated each time: if they were constant, they would look like
  // the item's own. Properties beside an item in a list, or beside a list, are constant.
  const isBeside = (list >= 0 && path.length > list + 1) || operation.list !== undefined
  const made = (): unknown =>
    isBeside && isObject(schema.written)
      ? world.valueAt(grantedRequestLine(granted), schema)
      : maker.make(schema, 'value')
  const around = example ?? reportingSuccess(made(), schema, granted)
  const own = schema.at(path) ?? maker.schema(true)
  const isFree = !mayShowItemMember(known, own)
  if (list >= 0) {
    const beside = valueAt(around, path.slice(0, list + 1))
    const listed = items.map((item) => setAt(beside, path.slice(list + 1), item.show(own, { isFree })))
    return setAt(around, path.slice(0, list), listed)
  }
  const [first] = items
  if (first === undefined) return around
  const whole = isBeside || example !== undefined ? around : withoutListsBeside(around, schema, maker)
  return setAt(whole, path, first.show(own, { isFree }))
}
