import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import {
  hasProperties,
  isComposedSchema,
  type Statement,
  statementsOf,
  type Visitor,
  visitStatement,
} from '@concordat/runtime/schema-view'
import { type KeywordName, keywordsOf, keywordsWith } from '@concordat/runtime/subschemas'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { DOC_KEYWORDS } from '../print/comment.ts'
import {
  discriminatesAlternatives,
  discriminatingValues,
  loweredEnum,
  loweredLiteralProperty,
  selectingDiscriminatorKeys,
} from './discriminating.ts'
import type { LowerContext } from './lower-context.ts'
import { isDeclaredBeside, requiredProperties } from './required-properties.ts'
import { loweredBesideListed } from './shown/beside-listed.ts'
import { loweredMapKeys, loweredWithShownMembers } from './shown/members.ts'
import { saysNothingBeside } from './typing-keywords.ts'

/** Keyword in lowered schemas: the type of converted values, as code. */
export const HELD_AS = 'x-held-as'

/** Keyword in lowered schemas: strings or numbers other than the enumerated ones are allowed. */
export const OPEN = 'x-open'

/** Keyword in lowered schemas: the property can be `undefined`. */
export const OR_UNDEFINED = 'x-or-undefined'

const ANNOTATIONS: readonly KeywordName[] = [...DOC_KEYWORDS, 'default', 'format']

/** True if a lowered schema is printed as something other than `unknown`. */
function saysType(lowered: SchemaObject): boolean {
  const { type, $ref, enum: values, allOf, anyOf } = lowered
  return (type ?? $ref ?? values ?? allOf ?? anyOf) !== undefined || 'const' in lowered
}

/**
 * Rewrites a schema for openapi-typescript. All keywords that narrow are put into one intersection, because
 * openapi-typescript would add siblings of `anyOf` to the union and drop siblings of `$ref`. A discriminator
 * becomes a literal property in each branch.
 */
export function lowerSchema(schema: JsonSchema, context: LowerContext): SchemaObject {
  const lowering = new Lowering(context)
  const keywords = loweredWithShownMembers(keywordsOf(schema), context)
  const statements = typeof schema === 'boolean' ? statementsOf(schema) : shownStatements(keywords)
  const said: SchemaObject[] = []
  for (let index = 0; index < statements.length; index++) {
    const statement = statements[index]
    if (statement !== undefined) said.push(...visitStatement(statement, lowering))
  }
  said.push(...requiredPart(keywords, context))
  const { typed: parts, notes } = withoutNotes(said)
  const annotations = annotationsOf(keywords, notes)
  const only = parts[0]
  if (only === undefined) return annotations
  return parts.length === 1 ? { ...only, ...annotations } : { ...annotations, allOf: parts }
}

/** A schema's annotations. Missing ones are taken from parts that contain nothing else. */
function annotationsOf(schema: SchemaObject, notes: readonly SchemaObject[]): SchemaObject {
  const annotations: Record<string, unknown> = {}
  for (let index = 0; index < ANNOTATIONS.length; index++) {
    const keyword = ANNOTATIONS[index] ?? 'title'
    const own = schema[keyword]
    const value = own === undefined ? noted(notes, keyword) : own
    if (value !== undefined) annotations[keyword] = value
  }
  return annotations
}

function noted(notes: readonly SchemaObject[], keyword: KeywordName): unknown {
  return notes.length === 0 ? undefined : notes.find((part) => part[keyword] !== undefined)?.[keyword]
}

/**
 * Separates parts that affect the type from parts that only annotate it: `allOf: [{ $ref }, { description
 * }]`.
 */
function withoutNotes(parts: readonly SchemaObject[]): {
  readonly typed: readonly SchemaObject[]
  readonly notes: readonly SchemaObject[]
} {
  if (parts.every(saysType)) return { typed: parts, notes: [] }
  return { typed: parts.filter(saysType), notes: parts.filter((part) => !saysType(part)) }
}

/**
 * Returns properties that are required here but declared elsewhere, with their declarations. Without these,
 * `{ name: unknown }` together with `{ name?: string }` would result in `string | undefined`. Only objects
 * have required properties.
 */
function requiredPart(schema: SchemaObject, context: LowerContext): SchemaObject[] {
  const { properties = {}, required } = schema
  if (required === undefined || (schema.type !== undefined && !isOfType(schema, 'object'))) return []
  const names = required.filter(
    (name) => !Object.hasOwn(properties, name) && !isDeclaredBeside(name, schema, context),
  )
  if (names.length === 0) return []
  const { shownName } = context
  const declared = names.map((name) => [shownName(name), declaredElsewhere(name, schema, context)] as const)
  const part = {
    type: 'object',
    properties: Object.fromEntries(declared),
    required: declared.map(([name]) => name),
  } as const
  const others = [schema.type ?? 'object'].flat().filter((type) => type !== 'object')
  return others.length === 0 ? [part] : [{ anyOf: [part, ...others.map((type) => ({ type }))] }]
}

function isOfType({ type }: SchemaObject, wanted: string): boolean {
  return [type].flat().includes(wanted)
}

/** A property's type, as declared by the schema or a composition that contains it. */
function declaredElsewhere(name: string, schema: SchemaObject, context: LowerContext): SchemaObject {
  const found =
    [schema, ...context.enclosing]
      .map((holder) => context.properties.schemas(holder, name))
      .find(({ length }) => length > 0) ?? []
  if (found.some((property) => context.required.has(property))) return {}
  const required = new Set([...context.required, ...found])
  const types = found.map((property) => {
    const lowered = lowerSchema(property, { ...context, enclosing: [], required })
    const { title: _, description: __, deprecated: ___, default: ____, ...type } = lowered
    return type
  })
  const [only = {}] = types
  if (types.length <= 1) return only
  return types.every(saysType) ? { anyOf: types.flatMap((type) => type.anyOf ?? [type]) } : {}
}

function reference(name: string): SchemaObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** A schema's statements that its type can express. */
function shownStatements(schema: SchemaObject): readonly Statement[] {
  const statements = statementsOf(schema)
  if (statements.length < 2) return statements
  const listed = statements.find(({ kind }) => kind === 'values')
  if (listed !== undefined) return statements.filter((statement) => statement === listed || !isOwn(statement))
  // Omits a bare `type: object`, which would only add an index signature to the composition.
  const isComposed = statements.some((statement) => !isOwn(statement))
  return isComposed && !hasProperties(schema) ? statements.filter(saysMoreThanObject) : statements
}

/** True for a statement by the schema itself, rather than by a schema that it refers to or is composed of. */
function isOwn({ kind }: Statement): boolean {
  return kind !== 'reference' && kind !== 'all' && kind !== 'union'
}

function saysMoreThanObject(statement: Statement): boolean {
  if (statement.kind === 'types') return statement.statements.some(saysMoreThanObject)
  return statement.kind !== 'object' && statement.kind !== 'null'
}

/** Converts statements to parts of a type. */
class Lowering implements Visitor<SchemaObject[]> {
  readonly #context: LowerContext

  constructor(context: LowerContext) {
    this.#context = context
  }

  nothing(): SchemaObject[] {
    return [{ not: {}, enum: [] }]
  }

  reference({ $ref }: Statement<'reference'>): SchemaObject[] {
    const name = referredNamedSchema($ref)
    return name === undefined ? [] : [reference(name)]
  }

  values({ schema, values, keyword }: Statement<'values'>): SchemaObject[] {
    const [only] = values
    if (keyword === 'const') return [only === null ? { type: 'null' } : { const: only }]
    return [{ ...loweredEnum(values), ...(this.#context.isOpen(schema) && { [OPEN]: true }) }]
  }

  types({ statements }: Statement<'types'>): SchemaObject[] {
    return [{ anyOf: statements.flatMap((statement) => visitStatement(statement, this)) }]
  }

  object({ schema }: Statement<'object'>): SchemaObject[] {
    return [objectType(schema, this.#context)]
  }

  array({ schema }: Statement<'array'>): SchemaObject[] {
    return [arrayType(schema, this.#context)]
  }

  string({ schema }: Statement<'string'>): SchemaObject[] {
    return [this.#scalar('string', schema)]
  }

  number({ type, schema }: Statement<'number'>): SchemaObject[] {
    return [this.#scalar(type, schema)]
  }

  boolean({ schema }: Statement<'boolean'>): SchemaObject[] {
    return [this.#scalar('boolean', schema)]
  }

  null({ schema }: Statement<'null'>): SchemaObject[] {
    return [this.#scalar('null', schema)]
  }

  all({ schema, parts }: Statement<'all'>): SchemaObject[] {
    const context = enclosedBy(schema, this.#context)
    return parts.map((part) => parentPart(part, schema, context) ?? lowerSchema(part, context))
  }

  union({ schema, alternatives }: Statement<'union'>): SchemaObject[] {
    const context = enclosedBy(schema, this.#context)
    const lowered = alternatives.map((branch) => discriminated(branch, schema.discriminator, context))
    // If a branch has no type, the whole union is `unknown`, which adds nothing.
    if (!lowered.every(saysType)) return []
    return [
      {
        anyOf: loweredBesideListed(
          lowered,
          { alternatives, mark: { [OPEN]: true } },
          this.#context.definitions,
        ),
      },
    ]
  }

  #scalar(type: string, schema: SchemaObject): SchemaObject {
    const held = this.#context.formatType(schema, type)
    return {
      type,
      ...(schema.format !== undefined && { format: schema.format }),
      ...(held !== undefined && { [HELD_AS]: held }),
    }
  }
}

function enclosedBy(schema: SchemaObject, context: LowerContext): LowerContext {
  return { ...context, enclosing: [schema, ...context.enclosing] }
}

function arrayType(
  { prefixItems, items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: SchemaObject,
  context: LowerContext,
): SchemaObject {
  const lowered = (schemas: readonly JsonSchema[]) =>
    schemas.map((item) => lowerSchema(item, inside(context)))
  const rest = items === undefined ? [] : [items]
  if (prefixItems === undefined) {
    const [item] = lowered(rest)
    return { type: 'array', ...(item !== undefined && { items: item }) }
  }
  const isEnded = items === false || maxItems <= prefixItems.length
  const firsts = lowered(prefixItems)
  if (context.closedTuples && !(isEnded && minItems >= firsts.length))
    return { type: 'array', items: { anyOf: lowered([...prefixItems, ...(isEnded ? [] : [items ?? true])]) } }
  const [others = {}] = lowered(rest)
  return { type: 'array', prefixItems: firsts, minItems, items: isEnded ? false : others }
}

function objectType(schema: SchemaObject, context: LowerContext): SchemaObject {
  const { properties = {}, patternProperties = {}, additionalProperties: additional } = schema
  const lowered = (schemas: readonly JsonSchema[]) =>
    schemas.map((item) => lowerSchema(item, inside(context)))
  const names = Object.keys(properties)
  const types = Object.entries(properties).map(([name, property]) =>
    lowerSchema(saysNothingBeside(name, schema, context) ? withoutType(property) : property, inside(context)),
  )
  const open = lowered([
    ...Object.values(patternProperties),
    ...(typeof additional === 'object' ? [additional] : []),
  ])
  const [first = closed(schema, context)] = open
  const required = requiredProperties(schema, context)
  const ownRequired = names.filter((name) => required.has(name))
  const keys = loweredMapKeys(schema)
  const shownName = (name: string): string => (keys.includes(name) ? name : context.shownName(name))
  const asProperty = (name: string, type: SchemaObject = {}): SchemaObject =>
    context.allowUndefined && !required.has(name) ? { ...type, [OR_UNDEFINED]: true } : type
  return {
    type: 'object',
    ...(names.length > 0 && {
      properties: Object.fromEntries(
        names.map((name, index) => [shownName(name), asProperty(name, types[index])]),
      ),
    }),
    ...(ownRequired.length > 0 && { required: ownRequired.map(shownName) }),
    // An index signature covers every property, so it must include the types of the named properties.
    ...(first !== undefined && {
      additionalProperties: open.length + names.length <= 1 ? first : { anyOf: [...open, ...types] },
    }),
    ...(first === undefined && additional === true && { additionalProperties: true }),
  }
}

/** Type for objects that must be empty: TypeScript's `{}` would accept anything. */
function closed(schema: SchemaObject, { enclosing }: LowerContext): SchemaObject | undefined {
  const { properties = {}, additionalProperties } = schema
  const isAlone = enclosing.length === 0 && !isComposedSchema(schema)
  return isAlone && additionalProperties === false && Object.keys(properties).length === 0
    ? { not: {}, enum: [] }
    : undefined
}

/** A property without its type, because other parts of an intersection provide the type. */
function withoutType(property: JsonSchema): SchemaObject {
  const { type: _, additionalProperties: __, ...rest } = keywordsOf(property)
  return rest
}

/** Context for an item or a property. */
function inside(context: LowerContext): LowerContext {
  return context.enclosing.length === 0 ? context : { ...context, enclosing: [] }
}

/** Keywords that add something to the `allOf` next to them, as in the runtime's `kindsKeyword`. */
const ADDING: readonly KeywordName[] = [
  ...keywordsWith({ about: 'object' }).filter((keyword) => keyword !== 'discriminator'),
  ...(['anyOf', 'oneOf'] as const),
]

/**
 * Returns a reference to the base of a parent with kinds, rather than to the union of the kinds. A schema
 * that is only a reference does not inherit.
 */
function parentPart(
  part: JsonSchema,
  schema: SchemaObject,
  { baseNames, heirs }: LowerContext,
): SchemaObject | undefined {
  const base = baseNames.get(referredNamedSchema(keywordsOf(part).$ref) ?? '')
  const addsToIt = (schema.allOf?.length ?? 0) > 1 || ADDING.some((keyword) => keyword in schema)
  return base !== undefined && (addsToIt || heirs.has(schema)) ? reference(base) : undefined
}

/** A union branch whose discriminating property is narrowed to its values. */
function discriminated(
  branch: JsonSchema,
  discriminator: SchemaObject['discriminator'],
  context: LowerContext,
): SchemaObject {
  const lowered = lowerSchema(branch, context)
  const name = referredNamedSchema(keywordsOf(branch).$ref)
  // The default alternative is not narrowed, because it matches every unmapped value of the property.
  const isDefault = name !== undefined && referredNamedSchema(discriminator?.defaultMapping) === name
  if (discriminator === undefined || name === undefined || isDefault) return lowered
  const { propertyName: property } = discriminator
  const keys = selectingDiscriminatorKeys(name, discriminator, context)
  if (discriminatesAlternatives(name, property, { ...context, keys })) return lowered
  const values = discriminatingValues(keys, { schema: branch, property }, context)
  return values.length === 0
    ? lowered
    : { allOf: [lowered, loweredLiteralProperty(context.shownName(property), values)] }
}
