import { isUnicode } from '@concordat/runtime/linear-pattern'
import type { JsonSchema, SchemaObject, TextsShape } from '@concordat/runtime/schema'
import {
  forbidsAll,
  type Statement,
  statementsOf,
  type Visitor,
  visitStatement,
} from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { enumeratesValues, wireTypes } from '../../emit/formats/schema-states.ts'
import {
  type Code,
  identifierCode,
  literalCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import { globalValue, importedValue, MODULES } from '../../emit/print/modules.ts'
import {
  arrayText,
  type ObjectEntry,
  textAround,
  type ValueText,
  wordText,
} from '../../emit/print/value-text.ts'
import { definitionName } from '../../model/schema/references.ts'
import { judgingKeywords, runtimeFormatWord } from '../schemas/words.ts'
import type { ValidatorLibrary } from './library.ts'
import { type Said, unsaidKeywords } from './unsaid.ts'

const TYPES = ['string', 'number', 'array', 'object'] as const
type Type = (typeof TYPES)[number]
const COMPOSED: ReadonlySet<string> = new Set(['nothing', 'reference', 'values', 'all', 'union'])
const VALUE = sourceCode`value`

/**
 * Prints schemas for a validation library so that they accept the same values as our validators. It has one
 * method for each kind of statement, and one for each way to combine them.
 */
export class ValidatorPrinter implements Visitor<ValueText> {
  readonly #said: Said
  readonly #library: ValidatorLibrary

  constructor(said: Said) {
    this.#said = said
    this.#library = said.library
  }

  schema(schema: JsonSchema | undefined): ValueText {
    const own = this.#withoutUnsaid(keywordsOf(schema))
    const isTyped = own.type !== undefined && !listsItsType(own)
    const statements = statementsOf(schema === false ? false : own)
    const texts = [
      ...statements.flatMap((each) =>
        isTyped || COMPOSED.has(each.kind) ? [visitStatement(each, this)] : [],
      ),
      ...(own.type === undefined ? typesOf(own).map((type) => this.#ifOfType(type, own)) : []),
      ...(own.not === undefined || forbidsAll(own) ? [] : [this.#unless(own.not)]),
    ]
    return texts.length === 0 ? this.#library.anything() : this.#together(texts, own)
  }

  /** Parameters in one location, whose values can be strings to convert. */
  parameters({ properties = {}, required = [] }: SchemaObject): ValueText {
    const entries = Object.entries(properties)
      .filter(([name]) => !(name in Object.prototype))
      .map(([name, schema]): ObjectEntry => {
        const text = this.#coerced(this.schema(schema), this.#said.textsOf(schema))
        return [name, required.includes(name) ? text : this.#absent(text, schema)]
      })
    return this.#library.object(entries, { isClosed: false, checks: [] })
  }

  #coerced(text: ValueText, shape: TextsShape | undefined): ValueText {
    if (shape === undefined) return text
    return this.#library.coerced(
      wordText(sourceCode`${importedValue('textsAs', MODULES.schema)}(${literalCode(shape)})`),
      text,
    )
  }

  /** A member that is optional or has a default. */
  #absent(text: ValueText, schema: JsonSchema): ValueText {
    const value = this.#said.defaultOf(schema)
    return value === undefined ? this.#library.optional(text) : this.#library.defaulted(text, value)
  }

  /** Reads alternatives without a usable discriminator as `anyOf`. */
  #withoutUnsaid(schema: SchemaObject): SchemaObject {
    const unsaid = unsaidKeywords(schema, this.#said).filter((name) => name !== 'discriminator')
    return Object.fromEntries(Object.entries(schema).filter(([name]) => !unsaid.includes(name)))
  }

  /** If a schema has no `type`, applies its keywords for one type only to values of that type. */
  #ifOfType(type: Type, schema: SchemaObject): ValueText {
    const own = Object.entries(schema).filter(([name]) => judgingKeywords(type).includes(name))
    return this.#either([this.#unless({ type }), this.schema({ ...Object.fromEntries(own), type })])
  }

  #unless(schema: JsonSchema): ValueText {
    return this.#anythingIf(this.#accepts(sourceCode`(value) => !`, schema, VALUE), 'must not match')
  }

  #accepts(start: Code, schema: JsonSchema, value: Code, end = sourceCode``): ValueText {
    const { before, behind } = this.#library.accepting(value)
    return textAround(sourceCode`${start}${before}`, this.schema(schema), sourceCode`${behind}${end}`)
  }

  #anythingIf(holds: ValueText, message: string): ValueText {
    return this.#library.narrowed(this.#library.anything(), [this.#library.check(holds, message)])
  }

  #either(texts: readonly ValueText[]): ValueText {
    const [only] = texts
    return texts.length === 1 && only !== undefined ? only : this.#library.union(texts)
  }

  /** @param whole the schema that consists of these parts. */
  #together(texts: readonly ValueText[], whole: JsonSchema): ValueText {
    const [only] = texts
    if (texts.length === 1 && only !== undefined) return only
    return this.#library.intersection(texts, this.#said.facts.mayBeClosed(whole))
  }

  #narrowed(first: ValueText, checks: readonly ValueText[]): ValueText {
    return checks.length === 0 ? first : this.#library.narrowed(first, checks)
  }

  nothing = () => this.#library.nothing()
  boolean = () => this.#library.boolean()
  null = () => this.#library.null()
  reference = ({ $ref }: Statement<'reference'>) => this.#library.reference(definitionName($ref) ?? '')
  types = ({ statements }: Statement<'types'>): ValueText =>
    this.#either(statements.map((each) => visitStatement(each, this)))
  all = ({ parts }: Statement<'all'>): ValueText =>
    this.#together(
      parts.map((part) => this.schema(part)),
      { allOf: parts },
    )

  values({ values }: Statement<'values'>): ValueText {
    const plain = values.filter((value) => typeof value === 'string' || typeof value === 'number')
    if (plain.length === values.length && plain.length > 1) return this.#library.listed(plain)
    return this.#either(values.map((value) => (value === null ? this.null() : this.#library.literal(value))))
  }

  union({ keyword, schema, alternatives }: Statement<'union'>): ValueText {
    const texts = alternatives.map((each) => this.schema(each))
    if (keyword === 'anyOf' || schema.discriminator !== undefined || texts.length < 2)
      return this.#either(texts)
    const { before, behind } = this.#library.accepting(VALUE)
    const count = sourceCode`.filter((each) => ${before}each${behind}).length`
    const text = textAround(sourceCode`(value) => `, arrayText(texts), sourceCode`${count} === 1`)
    return this.#anythingIf(text, 'must match one alternative')
  }

  string({ schema }: Statement<'string'>): ValueText {
    const { pattern } = schema
    const flags = isUnicode(pattern ?? '') ? sourceCode`, 'u'` : sourceCode``
    const expression = sourceCode`new ${globalValue('RegExp')}(${stringLiteralCode(pattern ?? '')}${flags})`
    const patterns = pattern === undefined ? [] : [this.#library.pattern(expression)]
    return this.#narrowed(this.#library.string(), [
      ...this.#bounds('string', schema),
      ...patterns,
      ...this.#format('string', schema),
    ])
  }

  number({ schema, type }: Statement<'number'>): ValueText {
    const integer = type === 'integer' ? [this.#library.integer()] : []
    return this.#narrowed(this.#library.number(), [
      ...integer,
      ...this.#bounds('number', schema),
      ...this.#format('number', schema),
    ])
  }

  array({ schema }: Statement<'array'>): ValueText {
    return this.#narrowed(this.#library.array(this.schema(schema.items)), this.#bounds('array', schema))
  }

  object({ schema }: Statement<'object'>): ValueText {
    const { properties = {}, required = [], additionalProperties: others = true } = schema
    const members = Object.entries({
      ...Object.fromEntries(required.map((name) => [name, true])),
      ...properties,
    })
    const entries = members.map(([name, member]): [string, ValueText] => {
      const text = this.schema(member)
      return [name, required.includes(name) ? text : this.#absent(text, member)]
    })
    const names = Object.keys(Object.fromEntries(members))
    const rest = typeof others === 'object' ? [this.#rest(names, others)] : []
    const checks = [...this.#bounds('object', schema), ...rest]
    return this.#library.object(entries, { isClosed: others === false, checks })
  }

  /** Validates undeclared members. Libraries skip members named "prototype" and "constructor". */
  #rest(names: readonly string[], others: JsonSchema): ValueText {
    const isNamed = names.length === 0 ? sourceCode`` : sourceCode`${literalCode(names)}.includes(name) || `
    const entry = names.length === 0 ? sourceCode`[, member]` : sourceCode`[name, member]`
    const start = sourceCode`(value) => ${globalValue('Object')}.entries(value).every((${entry}) => ${isNamed}`
    const holds = this.#accepts(start, others, sourceCode`member`, sourceCode`)`)
    return this.#library.check(holds, 'must have only the members that the schema allows')
  }

  #bounds(type: Type, schema: SchemaObject): ValueText[] {
    return judgingKeywords(type).flatMap((keyword) => {
      const bound = this.#library.bounds[keyword]
      return bound === undefined || !(keyword in schema) ? [] : [bound(schema[keyword])]
    })
  }

  /** Checks formats with the runtime, because a library's own formats differ. */
  #format(type: 'string' | 'number', { format: name = '' }: SchemaObject): ValueText[] {
    const test = runtimeFormatWord(name, type)
    if (test === undefined) return []
    const holds = sourceCode`(value) => ${test}.${identifierCode(type)}?.(value) !== false`
    return [this.#library.check(wordText(holds), `must be a valid ${name}`)]
  }
}

/** Types for which a schema has further keywords. */
function typesOf(schema: SchemaObject): Type[] {
  // A discriminator selects alternatives, which are printed, or heirs, which libraries cannot express.
  return TYPES.filter((type) =>
    judgingKeywords(type).some((name) => name !== 'discriminator' && name in schema),
  )
}

/** True if the type adds nothing to the list of allowed values. */
function listsItsType({ type, ...schema }: SchemaObject): boolean {
  const types = wireTypes({ type: type ?? [] })
  const isOfTypes = [...wireTypes(schema)].every((each) => types.has(each))
  return (
    enumeratesValues(schema) &&
    isOfTypes &&
    ![type].flat().includes('integer') &&
    typesOf(schema).length === 0
  )
}
