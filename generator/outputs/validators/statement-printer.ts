import { isUnicode } from '@concordat/runtime/linear-pattern'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { type Statement, type Visitor, visitStatement } from '@concordat/runtime/schema-view'
import {
  type Code,
  identifierCode,
  literalCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import { globalValue } from '../../emit/print/modules.ts'
import { arrayText, textAround, type ValueText, wordText } from '../../emit/print/value-text.ts'
import { referredNamedSchema } from '../../model/schema/references.ts'
import { type JudgedType, printedJudgingKeywords, schemaWordOfFormat } from '../schemas/words.ts'
import type { ValidatorLibrary } from './library.ts'
import type { SchemaJoins } from './schema-joins.ts'

/** The value that a printed function validates. */
export const VALIDATED_VALUE = sourceCode`value`

/** Prints the schemas within a statement. */
export interface SchemaPrinter {
  schema(schema: JsonSchema | undefined): ValueText
  /** A member that is optional or has a default. */
  absent(text: ValueText, schema: JsonSchema): ValueText
  /** Code that tests a value, between two given pieces of code. */
  accepts(start: Code, schema: JsonSchema, value: Code, end?: Code): ValueText
}

export interface StatementPrinterOptions {
  readonly library: ValidatorLibrary
  readonly joins: SchemaJoins
  readonly printer: SchemaPrinter
}

/** Prints the statements of schemas, with a method for each kind. */
export class StatementPrinter implements Visitor<ValueText> {
  readonly #library: ValidatorLibrary
  readonly #joins: SchemaJoins
  readonly #printer: SchemaPrinter

  constructor({ library, joins, printer }: StatementPrinterOptions) {
    this.#library = library
    this.#joins = joins
    this.#printer = printer
  }

  nothing = () => this.#library.nothing()
  boolean = () => this.#library.boolean()
  null = () => this.#library.null()
  reference = ({ $ref }: Statement<'reference'>) => this.#library.reference(referredNamedSchema($ref) ?? '')
  types = ({ statements }: Statement<'types'>): ValueText =>
    this.#joins.either(statements.map((each) => visitStatement(each, this)))
  all = ({ parts }: Statement<'all'>): ValueText =>
    this.#joins.together(
      parts.map((part) => this.#printer.schema(part)),
      { allOf: parts },
    )

  values({ values }: Statement<'values'>): ValueText {
    const plain = values.filter((value) => typeof value === 'string' || typeof value === 'number')
    if (plain.length === values.length && plain.length > 1) return this.#library.listed(plain)
    return this.#joins.either(
      values.map((value) => (value === null ? this.null() : this.#library.literal(value))),
    )
  }

  union({ keyword, schema, alternatives }: Statement<'union'>): ValueText {
    const texts = alternatives.map((each) => this.#printer.schema(each))
    if (keyword === 'anyOf' || schema.discriminator !== undefined || texts.length < 2)
      return this.#joins.either(texts)
    const { before, behind } = this.#library.accepting(VALIDATED_VALUE)
    const count = sourceCode`.filter((each) => ${before}each${behind}).length`
    const text = textAround(sourceCode`(value) => `, arrayText(texts), sourceCode`${count} === 1`)
    return this.#joins.anythingIf(text, 'must match exactly one alternative')
  }

  string({ schema }: Statement<'string'>): ValueText {
    const { pattern } = schema
    const flags = isUnicode(pattern ?? '') ? sourceCode`, 'u'` : sourceCode``
    const expression = sourceCode`new ${globalValue('RegExp')}(${stringLiteralCode(pattern ?? '')}${flags})`
    const patterns = pattern === undefined ? [] : [this.#library.pattern(expression)]
    return this.#joins.narrowed(this.#library.string(), [
      ...this.#bounds('string', schema),
      ...patterns,
      ...this.#format('string', schema),
    ])
  }

  number({ schema, type }: Statement<'number'>): ValueText {
    const integer = type === 'integer' ? [this.#library.integer()] : []
    return this.#joins.narrowed(this.#library.number(), [
      ...integer,
      ...this.#bounds('number', schema),
      ...this.#format('number', schema),
    ])
  }

  array({ schema }: Statement<'array'>): ValueText {
    return this.#joins.narrowed(
      this.#library.array(this.#printer.schema(schema.items)),
      this.#bounds('array', schema),
    )
  }

  object({ schema }: Statement<'object'>): ValueText {
    const { properties = {}, required = [], additionalProperties: others = true } = schema
    const members = Object.entries({
      ...Object.fromEntries(required.map((name) => [name, true])),
      ...properties,
    })
    const entries = members.map(([name, member]): [string, ValueText] => {
      const text = this.#printer.schema(member)
      return [name, required.includes(name) ? text : this.#printer.absent(text, member)]
    })
    const names = Object.keys(Object.fromEntries(members))
    const rest = typeof others === 'object' ? [this.#rest(names, others)] : []
    const checks = [...this.#bounds('object', schema), ...rest]
    return this.#library.object(entries, { isClosed: others === false, checks })
  }

  /**
   * Validates undeclared members with a separate check, because libraries skip members named "prototype" and
   * "constructor".
   */
  #rest(names: readonly string[], others: JsonSchema): ValueText {
    const isNamed = names.length === 0 ? sourceCode`` : sourceCode`${literalCode(names)}.includes(name) || `
    const entry = names.length === 0 ? sourceCode`[, member]` : sourceCode`[name, member]`
    const start = sourceCode`(value) => ${globalValue('Object')}.entries(value).every((${entry}) => ${isNamed}`
    const holds = this.#printer.accepts(start, others, sourceCode`member`, sourceCode`)`)
    return this.#library.check(holds, 'must have only properties that the schema allows')
  }

  #bounds(type: JudgedType, schema: SchemaObject): ValueText[] {
    return printedJudgingKeywords(type).flatMap((keyword) => {
      const bound = this.#library.bounds[keyword]
      return bound === undefined || !(keyword in schema) ? [] : [bound(schema[keyword])]
    })
  }

  /** Checks formats with the runtime, because a library's own formats differ. */
  #format(type: 'string' | 'number', { format: name = '' }: SchemaObject): ValueText[] {
    const test = schemaWordOfFormat(name, type)
    if (test === undefined) return []
    const holds = sourceCode`(value) => ${test}.${identifierCode(type)}?.(value) !== false`
    return [this.#library.check(wordText(holds), `must be a valid ${name}`)]
  }
}
