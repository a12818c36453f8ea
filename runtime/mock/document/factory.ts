import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { Maker } from '../values/maker.ts'
import { type SchemaExamples, withSchemaExamples } from './examples.ts'

/** A value whose parts are all optional. Lists must be complete. */
export type Partly<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Partly<Value[Name]> }
    : Value

/**
 * Creates valid, realistic values for one schema. The first value is the document's example; later calls
 * create other values, which are the same in each run.
 * @throws TypeError for parts that the schema does not allow.
 */
export interface Factory<Value> {
  /** @param seed makes the value independent of earlier calls. */
  (parts?: Partly<Value>, options?: { readonly seed?: string }): Value
  /** Creates a number of values, all of which have the given parts. */
  list(count: number, parts?: Partly<Value>): Value[]
}

/** Creates a factory for a named schema. */
export function factory<Value>(
  generated: DocumentDescriptor,
  name: string,
  { schemaExamples = {} }: { readonly schemaExamples?: SchemaExamples } = {},
): Factory<Value> {
  let known: { readonly document: DocumentDescriptor; readonly maker: Maker; count: number } | undefined
  const make = (parts?: unknown, { seed }: { readonly seed?: string } = {}): unknown => {
    if (known === undefined) {
      const document = withSchemaExamples(generated, schemaExamples)
      known = { document, maker: new Maker(document, `factory ${name}`), count: 0 }
    }
    const maker = seed === undefined ? known.maker : new Maker(known.document, seed)
    const schema = maker.schema({ $ref: `#/$defs/${name}` })
    const variant = seed === undefined && known.count++ === 0 ? 'example' : 'full'
    return withParts(parts, schema, (each) => maker.make(each, name, variant))
  }
  const list = (count: number, parts?: unknown) => Array.from({ length: count }, () => make(parts))
  return Object.assign(make, { list }) as unknown as Factory<Value>
}

/** Creates a value with these parts, for the first alternative that allows them. */
function withParts(parts: unknown, schema: Schema, make: (schema: Schema) => unknown): unknown {
  const first = filled(make(schema), parts)
  if (schema.allows(first)) return first
  for (const alternative of schema.alternatives.slice(1)) {
    const value = filled(make(alternative), parts)
    if (schema.allows(value)) return value
  }
  const issue = schema.misfit(first)
  throw new TypeError(
    `The schema does not allow this value, because ${issue?.instancePath || 'the value'} ${issue?.message}. To create an invalid value, start from a valid one and change it.`,
  )
}

function filled(value: unknown, parts: unknown): unknown {
  if (parts === undefined) return value
  if (!isObject(parts) || !isObject(value)) return parts
  const members = Object.entries(parts).filter(([, part]) => part !== undefined)
  return { ...value, ...Object.fromEntries(members.map(([name, part]) => [name, filled(value[name], part)])) }
}
