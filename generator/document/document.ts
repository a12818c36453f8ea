import type { OBJECTS } from './objects.ts'

/**
 * The types of a loaded document. They are read off the table that it was checked against, with the same notation, so that the
 * two cannot differ. Members that the table does not name are there at run time, and nobody's business.
 */
type Objects = typeof OBJECTS

/** A kind of the table as a type. */
type OfKind<Kind extends string> = Kind extends `[${infer Item}]`
  ? readonly OfKind<Item>[]
  : Kind extends `{${infer Member}}`
    ? { readonly [name: string]: OfKind<Member> }
    : Kind extends `${infer First}|${infer Rest}`
      ? OfKind<First> | OfKind<Rest>
      : Kind extends `=${infer Values}`
        ? OneOf<Values>
        : Kind extends keyof Scalars
          ? Scalars[Kind]
          : Kind extends keyof Objects
            ? Shareable<Kind>
            : never

interface Scalars {
  readonly string: string
  readonly number: number
  readonly boolean: boolean
  readonly any: unknown
  /** The name of a schema, or a reference. */
  readonly mapping: string
}

type OneOf<Values extends string> = Values extends `${infer First},${infer Rest}`
  ? First | OneOf<Rest>
  : Values

/** Where an object can be shared, a reference may stand in its place; in a schema `$ref` is one keyword among others. */
type Shareable<Name extends keyof Objects> = Name extends 'schema'
  ? OpenApiObject<Name>
  : Objects[Name] extends { readonly section: string }
    ? OpenApiObject<Name> | ReferenceObject
    : OpenApiObject<Name>

type OpenApiObject<Name extends keyof Objects> = Flat<OfFields<Objects[Name]['fields']>>

type OfFields<Fields> = {
  readonly [Field in keyof Fields as Field extends `${infer Name}!` ? Name : never]: OfField<Fields[Field]>
} & {
  readonly [Field in keyof Fields as Field extends `${string}!` | '*' ? never : Field]?: OfField<
    Fields[Field]
  >
} & (Fields extends { readonly '*': infer Kind } ? { readonly [name: string]: OfField<Kind> } : unknown)

type OfField<Kind> = Kind extends string ? OfKind<Kind> : never

/** One object type instead of several that are intersected: editors show its members. */
type Flat<Type> = { [Key in keyof Type]: Type[Key] }

/**
 * A whole document: a JSON tree, no node of which occurs twice. Every `$ref` outside literal JSON is local, is not
 * percent-encoded, and leads to an object of the kind that its place asks for.
 */
export type DocumentObject = OpenApiObject<'document'>

/** @see OpenAPI 3.1.1, Reference Object */
export interface ReferenceObject {
  /** JSON Pointer in fragment form: "#/components/parameters/Limit". */
  readonly $ref: string
}

export type CallbackObject = OpenApiObject<'callback'>
export type ComponentsObject = OpenApiObject<'components'>
export type EffectObject = OpenApiObject<'effect'>
export type EncodingObject = OpenApiObject<'encoding'>
export type ExampleObject = OpenApiObject<'example'>
export type HeaderObject = OpenApiObject<'header'>
export type InfoObject = OpenApiObject<'info'>
export type LinkObject = OpenApiObject<'link'>
export type MediaTypeObject = OpenApiObject<'mediaType'>
export type OAuthFlowsObject = OpenApiObject<'oauthFlows'>
export type OperationObject = OpenApiObject<'operation'>
export type ParameterObject = OpenApiObject<'parameter'>
export type PathItemObject = OpenApiObject<'pathItem'>
export type PathsObject = OpenApiObject<'paths'>
export type RequestBodyObject = OpenApiObject<'requestBody'>
export type ResponseObject = OpenApiObject<'response'>
export type ResponsesObject = OpenApiObject<'responses'>
export type SchemaObject = OpenApiObject<'schema'>
export type SecuritySchemeObject = OpenApiObject<'securityScheme'>
export type ServerObject = OpenApiObject<'server'>
export type TagObject = OpenApiObject<'tag'>

/** Alternatives for one operation: scheme name → scopes. @see OpenAPI 3.1.1, Security Requirement Object */
export type SecurityRequirements = NonNullable<DocumentObject['security']>
