import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { type KeywordName, keywordsOf, keywordsWith } from '@concordat/runtime/subschemas'
import { pascalCase } from '../../model/naming/name.ts'
import {
  type Code,
  identifierCode,
  joinCode,
  literalCode,
  newLineCode,
  propertyKeyCode,
  sourceCode,
} from '../print/code.ts'
import { DOC_KEYWORDS, docComment } from '../print/comment.ts'

/** A schema that enumerates its values. */
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
 * Returns the strings and numbers of a schema that only enumerates them, with `enum` or with a `const` in
 * each alternative; `undefined` for other schemas. Names and descriptions come from `x-enum-varnames` and
 * `x-enum-descriptions`, or from the alternatives' titles and descriptions. If names are missing or not
 * unique, they are derived from the values.
 */
export function printedEnumeration(schema: JsonSchema): Enumeration | undefined {
  const listed = listedValues(keywordsOf(schema))
  if (listed === undefined) return undefined
  const { all } = listed
  const values = all.filter((value) => typeof value === 'string' || typeof value === 'number')
  const isNullable = all.includes(null)
  if (values.length === 0 || values.length + (isNullable ? 1 : 0) < all.length) return undefined
  const { names: given, descriptions } = listed.named(values)
  const made = values.map((value) => pascalCase(String(value)))
  const names = [given, made, values.map(String)].find(
    (each) => each !== undefined && new Set(each).size === each.length,
  )
  return {
    isNullable,
    values: values.map((value, index) => ({
      value,
      name: names?.[index] ?? String(value),
      description: descriptions?.[index],
    })),
  }
}

interface Listed {
  readonly all: readonly unknown[]
  named(values: readonly (string | number)[]): {
    readonly names: readonly string[] | undefined
    readonly descriptions: readonly (string | undefined)[] | undefined
  }
}

/** Keywords that could exclude some of the values or add others. */
const EXCLUDING: readonly KeywordName[] = [
  ...keywordsWith({ kind: 'in-place' }).filter((keyword) => keyword !== 'anyOf' && keyword !== 'oneOf'),
  'const',
]

/** All values that a schema enumerates, with their names and descriptions. */
function listedValues(keywords: SchemaObject): Listed | undefined {
  const {
    enum: all,
    oneOf,
    anyOf = oneOf,
    'x-enum-varnames': names,
    'x-enum-descriptions': descriptions,
  } = keywords
  if (EXCLUDING.some((keyword) => keyword in keywords)) return undefined
  if (anyOf === undefined)
    return (
      all && {
        all,
        named: (values) => ({ names: textsFor(values, names), descriptions: textsFor(values, descriptions) }),
      }
    )
  const branches = anyOf.map(keywordsOf)
  if (all !== undefined || !branches.every(isConstant)) return undefined
  const named = branches.filter((branch) => branch.const !== null)
  return {
    all: branches.map((branch) => branch.const),
    named: () => ({
      names: named.every(({ title }) => title !== undefined)
        ? named.map(({ title = '' }) => pascalCase(title))
        : undefined,
      descriptions: named.map(({ description }) => description),
    }),
  }
}

function isConstant(branch: SchemaObject): boolean {
  return 'const' in branch && Object.keys(branch).every((keyword) => OF_CONSTANT.has(keyword))
}

/** Keywords allowed in an alternative with a single value. */
const OF_CONSTANT = new Set<string>(['const', 'type', ...DOC_KEYWORDS])

/**
 * Returns one string for each value, from a list of the same length or from an object with the values as
 * keys; `undefined` if any is missing.
 */
function textsFor(values: readonly (string | number)[], given: unknown): readonly string[] | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const texts = Array.isArray(given)
    ? given
    : values.map((value) => Object.entries(given).find(([key]) => key === String(value))?.[1])
  return texts.length === values.length && texts.every((text) => typeof text === 'string') ? texts : undefined
}

/** Descriptions of the values, for a single declaration of all of them. */
export function enumerationDocs({ values }: Enumeration): string[] {
  return values.flatMap(({ value, description }) =>
    description === undefined ? [] : [`- \`${JSON.stringify(value)}\`: ${description}`],
  )
}

/**
 * Prints `const PetStatus = { … } as const`, and an exported type with the same name for its values. The
 * caller exports the constant.
 */
export function enumerationObject(name: string, { values, isNullable }: Enumeration): Code {
  const own = identifierCode(name)
  const members = values.map(({ value, name: member, description }) => {
    const doc =
      description === undefined ? sourceCode`` : sourceCode`${newLineCode(2)}${docComment([description], 2)}`
    return sourceCode`${doc}${newLineCode(2)}${propertyKeyCode(member)}: ${literalCode(value)},`
  })
  const type = sourceCode`(typeof ${own})[keyof typeof ${own}]${isNullable ? sourceCode` | null` : sourceCode``}`
  return sourceCode`const ${own} = {${joinCode(members, '')}${newLineCode(0)}} as const${newLineCode(0)}${newLineCode(0)}${docComment([`One of the values of {@link ${name}}${isNullable ? ', or null' : ''}.`])}${newLineCode(0)}export type ${own} = ${type}`
}
