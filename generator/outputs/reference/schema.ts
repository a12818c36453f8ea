import type { JsonSchema } from '@concordat/runtime/schema'
import { statementsOf, type Visitor, visitStatement } from '@concordat/runtime/schema-view'
import { composedOf, forEachSubschema, type JudgingKeyword, keywordsOf } from '@concordat/runtime/subschemas'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { joinHtml, ReferenceHtml, referenceHtml } from './html.ts'
import { proseHtml } from './markdown.ts'

/** Depth to which nested members are expanded. */
const DEEPEST = 4

/** A type on one line; a named type is a link to its description. */
export function typeLineHtml(schema: JsonSchema | undefined): ReferenceHtml {
  const statements = statementsOf(schema)
  // A reference or a list of values describes the type by itself. Without either, the last statement is
  // shown, because a composition is more specific than the type.
  const whole = statements.filter(({ kind }) => kind === 'reference' || kind === 'values')
  const main = whole.length > 0 ? whole : statements.slice(-1)
  if (main.length === 0) return referenceHtml`any value`
  return joinHtml(
    main.map((statement) => visitStatement(statement, LINES)),
    ' & ',
  )
}

const LINES: Visitor<ReferenceHtml> = {
  nothing: () => referenceHtml`nothing`,
  reference: ({ $ref }) => {
    const name = referredNamedSchema($ref) ?? ''
    return referenceHtml`<a href="#schema-${name}">${name}</a>`
  },
  values: ({ values }) =>
    joinHtml(
      values.map((value) => referenceHtml`<code>${JSON.stringify(value)}</code>`),
      ' | ',
    ),
  types: ({ statements }) =>
    joinHtml(
      statements.map((statement) => visitStatement(statement, LINES)),
      ' | ',
    ),
  object: ({ isImplied }) => referenceHtml`${isImplied ? 'any value' : 'object'}`,
  array: ({ schema, isImplied }) =>
    isImplied
      ? referenceHtml`any value`
      : referenceHtml`list of ${typeLineHtml(schema.items)}${boundsLineHtml(schema.items, ['(', ')'])}`,
  string: () => referenceHtml`string`,
  number: ({ type }) => referenceHtml`${type}`,
  boolean: () => referenceHtml`boolean`,
  null: () => referenceHtml`null`,
  all: ({ parts }) => joinHtml(parts.map(typeLineHtml), ' & '),
  union: ({ alternatives }) => joinHtml(alternatives.map(typeLineHtml), ' | '),
}

/** Keywords that the type line, the members and the parts already show. */
type Shown =
  | ('$ref' | '$dynamicRef' | 'type' | 'enum' | 'const' | 'allOf' | 'anyOf' | 'oneOf' | 'discriminator')
  | ('properties' | 'required' | 'items')

/** Keywords shown after the type, in this order. */
const BOUNDS = Object.keys({
  ...{ format: 0, pattern: 0, minimum: 0, maximum: 0, exclusiveMinimum: 0, exclusiveMaximum: 0 },
  ...{ minLength: 0, maxLength: 0, minItems: 0, maxItems: 0, multipleOf: 0, uniqueItems: 0 },
  ...{ minProperties: 0, maxProperties: 0, dependentRequired: 0, dependentSchemas: 0 },
  ...{ prefixItems: 0, unevaluatedItems: 0, contains: 0, minContains: 0, maxContains: 0 },
  ...{ propertyNames: 0, patternProperties: 0, additionalProperties: 0, unevaluatedProperties: 0 },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this object is never awaited.
  ...{ not: 0, if: 0, then: 0, else: 0, default: 0 },
} satisfies Readonly<Record<Exclude<JudgingKeyword, Shown> | 'default', 0>>)

/**
 * "minimum 1, maximum 100".
 * @param around text before and after it.
 */
export function boundsLineHtml(
  schema: JsonSchema | undefined,
  [before, after]: readonly [string, string] = ['', ''],
): ReferenceHtml {
  const keywords = keywordsOf(schema)
  const bounds = BOUNDS.flatMap((name) => {
    const value = keywords[name]
    // `additionalProperties: true` is the default.
    const isSaid = value !== undefined && !(name === 'additionalProperties' && value === true)
    return isSaid ? [referenceHtml`${name} ${boundOf(name, value)}`] : []
  })
  return bounds.length === 0
    ? new ReferenceHtml('')
    : referenceHtml` <span class="soft">${before}${joinHtml(bounds, ', ')}${after}</span>`
}

/** A keyword's value. Schemas are shown by their types and bounds. */
function boundOf(name: string, value: unknown): ReferenceHtml {
  const schemas: ReferenceHtml[] = []
  forEachSubschema({ [name]: value }, (schema, _, step) => {
    const line = referenceHtml`${typeLineHtml(schema)}${boundsLineHtml(schema)}`
    schemas.push(typeof step === 'string' ? referenceHtml`<code>${step}</code> ${line}` : line)
  })
  if (schemas.length > 0) return joinHtml(schemas, ', ')
  return referenceHtml`${typeof value === 'object' ? JSON.stringify(value) : String(value)}`
}

/** A schema with its members. */
export function schemaHtml(schema: JsonSchema | undefined, depth = 0): ReferenceHtml {
  const keywords = keywordsOf(schema)
  const { properties, required = [], items, description } = keywords
  const members = Object.entries(properties ?? {})
  const isDeep = depth >= DEEPEST
  const parts = [items, ...composedOf(keywords)]
  return referenceHtml`<div class="schema"><p>${typeLineHtml(schema)}${boundsLineHtml(schema)}</p>${proseHtml(description)}${
    members.length === 0 || isDeep
      ? undefined
      : referenceHtml`<dl class="members">${members.map(
          ([name, member]) =>
            referenceHtml`<div><dt><code>${name}</code>${required.includes(name) ? referenceHtml` <span class="need">required</span>` : undefined}</dt> <dd>${schemaHtml(member, depth + 1)}</dd></div>`,
        )}</dl>`
  }${isDeep ? undefined : parts.filter(hasMembers).map((part) => schemaHtml(part, depth + 1))}</div>`
}

function hasMembers(schema: JsonSchema | undefined): boolean {
  return keywordsOf(schema).properties !== undefined
}
