/** The TypeScript type for a kind in an object table. */
type OfKind<Table, Kind extends string> = Kind extends `[${infer Item}]`
  ? readonly OfKind<Table, Item>[]
  : Kind extends `{${infer Member}}`
    ? { readonly [name: string]: OfKind<Table, Member> }
    : Kind extends `<${infer Member}>`
      ? { readonly [mediaType: string]: OfKind<Table, Member> }
      : Kind extends `${infer First}|${infer Rest}`
        ? OfKind<Table, First> | OfKind<Table, Rest>
        : Kind extends `=${infer Values}`
          ? OneOf<Values>
          : Kind extends keyof Scalars
            ? Scalars[Kind]
            : Kind extends keyof Table
              ? Shareable<Table, Kind>
              : never

interface Scalars {
  readonly string: string
  readonly number: number
  readonly count: number
  readonly divisor: number
  readonly boolean: boolean
  readonly any: unknown
  readonly mediaRange: string
  /** A schema name or a reference. */
  readonly mapping: string
}

type OneOf<Values extends string> = Values extends `${infer First},${infer Rest}`
  ? OneOf<First> | OneOf<Rest>
  : Values extends `${infer Value}@${string}`
    ? Value
    : Values

/**
 * Adds a reference as an alternative to objects that can be shared. In a schema, `$ref` is an ordinary
 * keyword instead.
 */
type Shareable<Table, Name extends keyof Table> = Name extends 'schema'
  ? ObjectOf<Table, Name>
  : Table[Name] extends { readonly section: string }
    ? ObjectOf<Table, Name> | ReferenceObject
    : ObjectOf<Table, Name>

/**
 * The TypeScript type for an object in a table. Properties that are not in the table exist at run time but
 * are not accessible.
 */
export type ObjectOf<Table, Name extends keyof Table> = Flat<
  OfFields<Table, Table[Name] extends { readonly fields: infer Fields } ? Fields : never>
>

type OfFields<Table, Fields> = {
  readonly [Field in keyof Fields as Field extends `${infer Name}!` ? Name : never]: OfField<
    Table,
    Fields[Field]
  >
} & {
  readonly [Field in keyof Fields as Field extends `${string}!` | '*' ? never : Field]?: OfField<
    Table,
    Fields[Field]
  >
} & (Fields extends { readonly '*': infer Kind }
    ? { readonly [name: string]: OfField<Table, Kind> }
    : unknown)

type OfField<Table, Kind> = Kind extends string ? OfKind<Table, Kind> : never

/** An intersection as a single object type, so that editors show its properties. */
type Flat<Type> = { [Key in keyof Type]: Type[Key] }

/** @see OpenAPI 3.1.1, Reference Object */
export interface ReferenceObject {
  /** JSON Pointer in fragment form: "#/components/parameters/Limit". */
  readonly $ref: string
}
