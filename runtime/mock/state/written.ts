import { matchContent, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject, setAt, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, schemaWalk } from '@concordat/runtime/schema-view'
import { fileDescription, type MockFile } from '../files/mock-file.ts'
import { withSchemaDefaults } from '../values/with-defaults.ts'
import type { Collection } from './collection.ts'
import type { MockItem } from './item.ts'
import type { World } from './world.ts'

/** A request body and its operation. */
export interface Sent {
  readonly operation: OperationDescriptor
  readonly body: unknown
  readonly request: Request
  /** The file in the body. */
  readonly file: MockFile | undefined
  readonly world: World
  readonly takeRoom: (value: unknown) => void
}

/** An item's properties in a request body. */
export interface WrittenItem {
  readonly values: Record<string, unknown>
  /** The values, with defaults for absent properties. */
  readonly whole: Record<string, unknown>
  /** Names of the properties that the body could have set, except the identifying one. */
  readonly writable: readonly string[]
}

/** Returns the properties of the first item in a body. */
export function itemWritten(sent: Sent, collection: Collection): WrittenItem {
  const [first = { values: {}, whole: {}, writable: [] }] = allItemsWritten(sent, collection)
  return first
}

/**
 * The properties of each item in a body, which contains either one item, possibly in an envelope, or a list
 * of items.
 */
export function allItemsWritten(sent: Sent, collection: Collection): readonly WrittenItem[] {
  const { operation, world, body } = sent
  sent.takeRoom(body)
  const content = operation.requestBody?.content ?? {}
  const own =
    content[matchContent(Object.keys(content), sent.request.headers.get('content-type') ?? '') ?? '']
  const media = [own, ...Object.values(content)].find((each) => each?.schema !== undefined)
  const whole = world.maker.schema(media?.schema)
  const { written } = collection.known.resource.envelopes?.[operation.operationId] ?? {}
  const path = written ?? (whole.values.areLists ? [EACH] : [])
  const schema = whole.at(path) ?? whole
  const list = path.indexOf(EACH)
  const listed = list < 0 ? undefined : valueAt(body, path.slice(0, list))
  const bodies = Array.isArray(listed)
    ? listed.map((each: unknown) => valueAt(each, path.slice(list + 1)))
    : [valueAt(body, path)]
  const described = sent.file && fileDescription(sent.file, collection.known.schema)
  const beside = path.length === 1 && list < 0 ? writtenBeside(collection, { body, whole, path, schema }) : {}
  return bodies.map((said) => withValues(writtenOf(collection, said, schema), { ...beside, ...described }))
}

/** The item's properties that a body contains next to the rest of the item: "specs" in `{ meta, specs }`. */
function writtenBeside(
  collection: Collection,
  {
    body,
    whole,
    path,
    schema,
  }: {
    readonly body: unknown
    readonly whole: Schema
    readonly path: readonly string[]
    /** The schema of the rest of the item. */
    readonly schema: Schema
  },
): Readonly<Record<string, unknown>> {
  const { properties } = collection.known.schema
  const others = Object.entries(isObject(body) ? body : {}).filter(
    ([name]) => !path.includes(name) && properties.has(name) && !schema.properties.has(name),
  )
  const { values, writable } = writtenOf(collection, Object.fromEntries(others), whole)
  return Object.fromEntries(Object.entries(values).filter(([name]) => writable.includes(name)))
}

/** Adds values that the body leaves to the server, such as a description of the file in it. */
function withValues(written: WrittenItem, more: Readonly<Record<string, unknown>> = {}): WrittenItem {
  const { values, whole } = written
  return { ...written, values: { ...more, ...values }, whole: { ...whole, ...more, ...values } }
}

/**
 * The properties that a body sets on one item, and those that it could set. Omits properties that only the
 * server writes.
 */
function writtenOf({ known }: Collection, said: unknown, schema: Schema): WrittenItem {
  const { properties } = schema
  const shown = known.schema.properties
  const isReadOnly = (name: string): boolean =>
    shown.get(name)?.keywords.readOnly === true || name === known.idPath?.[0]
  const takesOthers = properties.size === 0 || schema.keywords.additionalProperties === true
  const values = Object.fromEntries(
    Object.entries(isObject(said) ? said : {})
      .filter(
        ([name, value]) =>
          value !== undefined &&
          properties.get(name)?.keywords.readOnly !== true &&
          (properties.has(name) || (takesOthers && !isReadOnly(name))),
      )
      .map(([name, value]) => [
        name,
        withoutHidden(
          withSchemaDefaults(value, schema.property(name)),
          schema.property(name),
          shown.get(name),
        ),
      ]),
  )
  const [id = '', ...deeper] = known.idPath ?? []
  // If a body omits the object that contains the item's id, an empty object takes its place.
  const unsaid = deeper.length > 0 && properties.has(id) && !Object.hasOwn(values, id) ? { [id]: {} } : {}
  return {
    values,
    whole: { ...unsaid, ...Object(withSchemaDefaults(values, schema)) },
    writable: [...properties].flatMap(([name, { keywords }]) =>
      name === id || keywords.readOnly === true ? [] : [name],
    ),
  }
}

/**
 * A value without the parts that only requests contain (writeOnly), as far as reads do not describe them.
 * @param shown the schema of the value in reads.
 */
function withoutHidden(whole: unknown, schema: Schema, shown: Schema | undefined): unknown {
  return schemaWalk.map(whole, schema, ({ value, beside, path }, inside) => {
    const within = inside()
    if (!isObject(value) || !isObject(within)) return within
    const isHidden = (name: string): boolean =>
      beside.property(name).keywords.writeOnly === true && shown?.at([...path, name]) === undefined
    const kept = Object.entries(within).filter(([name]) => !isHidden(name))
    return kept.length === Object.keys(within).length ? within : Object.fromEntries(kept)
  })
}

/**
 * Removes the id from the values, or restores it if it is in a nested object, so that a write does not change
 * it.
 */
export function withoutItemId(
  values: Record<string, unknown>,
  { known }: Collection,
  { members }: MockItem,
): Record<string, unknown> {
  const [name, ...rest] = known.idPath ?? []
  if (name !== undefined && rest.length > 0 && isObject(values[name]))
    return { ...values, [name]: setAt(values[name], rest, valueAt(members, [name, ...rest])) }
  return Object.fromEntries(Object.entries(values).filter(([own]) => own !== name))
}
