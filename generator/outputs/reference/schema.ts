import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../../model/schema/references.ts'
import { Html, html, prose, when } from './html.ts'

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
  if (schema === undefined || schema === true) return html`any value`
  if (schema === false) return html`nothing`
  const { $ref, type, items, const: only, enum: values, allOf, oneOf, anyOf } = keywordsOf(schema)
  const name = definitionName($ref)
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`
  if (values !== undefined)
    return joined(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' | ',
    )
  const parts = oneOf ?? anyOf
  if (parts !== undefined) return joined(parts.map(typeLine), ' | ')
  if (allOf !== undefined) return joined(allOf.map(typeLine), ' & ')
  if (type === 'array') return html`list of ${typeLine(items)}`
  return html`${type === undefined ? 'any value' : [type].flat().join(' | ')}`
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
  const { properties, required = [], description, items, allOf, oneOf, anyOf } = keywordsOf(schema)
  const members = Object.entries(properties ?? {})
  const parts = [...(allOf ?? []), ...(oneOf ?? anyOf ?? [])]
  const isDeep = depth >= DEEPEST
  return html`<div class="schema"><p>${typeLine(schema)}${boundsLine(schema)}</p>${prose(description)}${
    members.length === 0 || isDeep
      ? undefined
      : html`<dl class="members">${members.map(
          ([name, member]) =>
            html`<dt><code>${name}</code>${required.includes(name) ? html` <span class="need">required</span>` : undefined}</dt><dd>${schemaView(member, depth + 1)}</dd>`,
        )}</dl>`
  }${isDeep ? undefined : parts.filter(hasMembers).map((part) => schemaView(part, depth + 1))}${when(
    isDeep || !hasMembers(items) ? undefined : items,
    (item) => schemaView(item, depth + 1),
  )}</div>`
}

function hasMembers(schema: JsonSchema | undefined): boolean {
  return keywordsOf(schema).properties !== undefined
}
