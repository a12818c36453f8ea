import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { pascalCase } from '../../model/naming/name.ts'
import { type Code, identifier, join, literal, newLine, propertyKey, source } from '../print/code.ts'
import { docComment } from '../print/comment.ts'

/** A schema that lists its values. */
export interface Enumeration {
  readonly values: readonly EnumeratedValue[]
  readonly isNullable: boolean
}

interface EnumeratedValue {
  readonly value: string | number
  readonly name: string
  readonly description: string | undefined
}

/**
 * The texts and numbers of a schema that is a plain list of them; undefined for any other. Names and descriptions are those of
 * `x-enum-varnames` or `x-enumNames`, and `x-enum-descriptions` or `x-enumDescriptions`, where these have one for each value; else a name is
 * made of the value.
 */
export function enumerationOf(schema: JsonSchema): Enumeration | undefined {
  const keywords = keywordsOf(schema)
  const {
    enum: listed,
    'x-enum-varnames': varnames,
    'x-enumNames': enumNames,
    'x-enum-descriptions': descriptionsOf,
    'x-enumDescriptions': enumDescriptions,
  } = keywords
  if (
    listed === undefined ||
    ['$ref', 'allOf', 'anyOf', 'oneOf', 'const'].some((keyword) => keyword in keywords)
  )
    return undefined
  const values = listed.filter((value) => typeof value === 'string' || typeof value === 'number')
  const isNullable = listed.includes(null)
  if (values.length === 0 || values.length + (isNullable ? 1 : 0) < listed.length) return undefined
  const given = textsFor(values, varnames ?? enumNames)
  const made = values.map((value) => pascalCase(String(value)))
  const names = [given, made, values.map(String)].find(
    (all) => all !== undefined && new Set(all).size === all.length,
  )
  const descriptions = textsFor(values, descriptionsOf ?? enumDescriptions)
  return {
    isNullable,
    values: values.map((value, index) => ({
      value,
      name: names?.[index] ?? String(value),
      description: descriptions?.[index],
    })),
  }
}

/** One text for each value: a list of that length, or an object by value. */
function textsFor(values: readonly (string | number)[], given: unknown): string[] | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const texts = Array.isArray(given)
    ? given
    : values.map((value) => Object.entries(given).find(([key]) => key === String(value))?.[1])
  return texts.length === values.length && texts.every((text) => typeof text === 'string') ? texts : undefined
}

/** What is said of the values, where one declaration stands for all of them. */
export function docsOfValues({ values }: Enumeration): string[] {
  return values.flatMap(({ value, description }) =>
    description === undefined ? [] : [`- \`${JSON.stringify(value)}\`: ${description}`],
  )
}

/** `const PetStatus = { … } as const`, and the type of its values under the same name; to stand behind "export". */
export function enumerationObject(name: string, { values, isNullable }: Enumeration): Code {
  const own = identifier(name)
  const members = values.map(({ value, name: member, description }) => {
    const doc = description === undefined ? source`` : source`${newLine(2)}${docComment([description], 2)}`
    return source`${doc}${newLine(2)}${propertyKey(member)}: ${literal(value)},`
  })
  const type = source`(typeof ${own})[keyof typeof ${own}]${isNullable ? source` | null` : source``}`
  return source`const ${own} = {${join(members, '')}${newLine(0)}} as const${newLine(0)}${newLine(0)}${docComment([`One of the values of {@link ${name}}.`])}${newLine(0)}export type ${own} = ${type}`
}
