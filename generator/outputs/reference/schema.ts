import type { JsonSchema } from '@concordat/runtime/schema'
import { statementsOf, type Visitor, visit } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../../model/schema/references.ts'
import { Html, html, prose } from './html.ts'

/** Levels of members that stand open one in another. */
const DEEPEST = 4

const BOUNDS = [
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'multipleOf',
  'uniqueItems',
  'default',
] as const

/** A type in one line; a named one leads to where it is described. */
export function typeLine(schema: JsonSchema | undefined): Html {
  const statements = statementsOf(schema)
  const [first] = statements
  // A name and a list of values say it all, and a composition more than the type beside it.
  const isWhole = first?.kind === 'reference' || first?.kind === 'values'
  const main = isWhole ? first : statements.at(-1)
  return main === undefined ? html`any value` : visit(main, LINES)
}

const LINES: Visitor<Html> = {
  nothing: () => html`nothing`,
  reference: ({ $ref }) => {
    const name = definitionName($ref) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  },
  values: ({ values }) =>
    joined(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' | ',
    ),
  types: ({ statements }) =>
    joined(
      statements.map((statement) => visit(statement, LINES)),
      ' | ',
    ),
  object: ({ isImplied }) => html`${isImplied ? 'any value' : 'object'}`,
  array: ({ schema, isImplied }) => (isImplied ? html`any value` : html`list of ${typeLine(schema.items)}`),
  string: () => html`string`,
  number: ({ type }) => html`${type}`,
  boolean: () => html`boolean`,
  null: () => html`null`,
  all: ({ parts }) => joined(parts.map(typeLine), ' & '),
  union: ({ alternatives }) => joined(alternatives.map(typeLine), ' | '),
}

function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.map((part, index) => html`${index === 0 ? '' : between}${part}`)}`
}

/** "minimum 1, maximum 100". */
export function boundsLine(schema: JsonSchema | undefined): Html {
  const keywords = keywordsOf(schema)
  const bounds = BOUNDS.flatMap((name) => {
    const value = keywords[name]
    return value === undefined ? [] : [`${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`]
  })
  return bounds.length === 0 ? new Html('') : html` <span class="soft">${bounds.join(', ')}</span>`
}

/** What a schema says, with its members. */
export function schemaView(schema: JsonSchema | undefined, depth = 0): Html {
  const { properties, required = [], description } = keywordsOf(schema)
  const members = Object.entries(properties ?? {})
  const isDeep = depth >= DEEPEST
  const parts = statementsOf(schema).flatMap((statement) => visit(statement, INNER))
  return html`<div class="schema"><p>${typeLine(schema)}${boundsLine(schema)}</p>${prose(description)}${
    members.length === 0 || isDeep
      ? undefined
      : html`<dl class="members">${members.map(
          ([name, member]) =>
            html`<dt><code>${name}</code>${required.includes(name) ? html` <span class="need">required</span>` : undefined}</dt><dd>${schemaView(member, depth + 1)}</dd>`,
        )}</dl>`
  }${isDeep ? undefined : parts.filter(hasMembers).map((part) => schemaView(part, depth + 1))}</div>`
}

const none = (): readonly JsonSchema[] => []

/** The schemas that are shown within another. */
const INNER: Visitor<readonly JsonSchema[]> = {
  nothing: none,
  reference: none,
  values: none,
  types: ({ statements }) => statements.flatMap((statement) => visit(statement, INNER)),
  object: none,
  array: ({ schema: { items } }) => (items === undefined ? [] : [items]),
  string: none,
  number: none,
  boolean: none,
  null: none,
  all: ({ parts }) => parts,
  union: ({ alternatives }) => alternatives,
}

function hasMembers(schema: JsonSchema | undefined): boolean {
  return keywordsOf(schema).properties !== undefined
}
