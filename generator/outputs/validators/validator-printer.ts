import type { JsonSchema, SchemaObject, TextsShape } from '@concordat/runtime/schema'
import { forbidsAll, statementsOf, visitStatement } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { enumeratesInFormats, wireTypes } from '../../emit/formats/schema-states.ts'
import { type Code, literalCode, sourceCode } from '../../emit/print/code.ts'
import { IMPORTED_MODULES, importedValue } from '../../emit/print/modules.ts'
import { type ObjectEntry, textAround, type ValueText, wordText } from '../../emit/print/value-text.ts'
import { type JudgedType, printedJudgingKeywords } from '../schemas/words.ts'
import type { ValidatorLibrary } from './library.ts'
import { SchemaJoins } from './schema-joins.ts'
import { type SchemaPrinter, StatementPrinter, VALIDATED_VALUE } from './statement-printer.ts'
import { type SaidByLibrary, unsaidKeywords } from './unsaid.ts'

const TYPES: readonly JudgedType[] = ['string', 'number', 'array', 'object']
const COMPOSED: ReadonlySet<string> = new Set(['nothing', 'reference', 'values', 'all', 'union'])

/**
 * Prints schemas for a validation library so that they accept the same values as our validators, as far as
 * the library can express them.
 */
export class ValidatorPrinter implements SchemaPrinter {
  readonly #said: SaidByLibrary
  readonly #library: ValidatorLibrary
  readonly #joins: SchemaJoins
  readonly #statements: StatementPrinter

  constructor(said: SaidByLibrary) {
    const { library } = said
    this.#said = said
    this.#library = library
    this.#joins = new SchemaJoins(said)
    this.#statements = new StatementPrinter({ library, joins: this.#joins, printer: this })
  }

  schema(schema: JsonSchema | undefined): ValueText {
    const own = this.#withoutUnsaid(keywordsOf(schema))
    const isTyped = own.type !== undefined && !listsItsType(own)
    const statements = statementsOf(schema === false ? false : own)
    const texts = [
      ...statements.flatMap((each) =>
        isTyped || COMPOSED.has(each.kind) ? [visitStatement(each, this.#statements)] : [],
      ),
      ...(own.type === undefined ? typesOf(own).map((type) => this.#ifOfType(type, own)) : []),
      ...(own.not === undefined || forbidsAll(own) ? [] : [this.#unless(own.not)]),
    ]
    return texts.length === 0 ? this.#library.anything() : this.#joins.together(texts, own)
  }

  /** Prints the parameters in one location. Their values can be strings that must be converted. */
  parameters({ properties = {}, required = [] }: SchemaObject): ValueText {
    const entries = Object.entries(properties)
      .filter(([name]) => !(name in Object.prototype))
      .map(([name, schema]): ObjectEntry => {
        const text = this.#coerced(this.schema(schema), this.#said.textsOf(schema))
        return [name, required.includes(name) ? text : this.absent(text, schema)]
      })
    return this.#library.object(entries, { isClosed: false, checks: [] })
  }

  #coerced(text: ValueText, shape: TextsShape | undefined): ValueText {
    if (shape === undefined) return text
    return this.#library.coerced(
      wordText(sourceCode`${importedValue('textsAs', IMPORTED_MODULES.schema)}(${literalCode(shape)})`),
      text,
    )
  }

  absent(text: ValueText, schema: JsonSchema): ValueText {
    const value = this.#said.defaultOf(schema)
    return value === undefined ? this.#library.optional(text) : this.#library.defaulted(text, value)
  }

  /** Removes the keywords that the library cannot express, except the discriminator. */
  #withoutUnsaid(schema: SchemaObject): SchemaObject {
    const unsaid = unsaidKeywords(schema, this.#said).filter((name) => name !== 'discriminator')
    return Object.fromEntries(Object.entries(schema).filter(([name]) => !unsaid.includes(name)))
  }

  /** If a schema has no `type`, applies its keywords for one type only to values of that type. */
  #ifOfType(type: JudgedType, schema: SchemaObject): ValueText {
    const own = Object.entries(schema).filter(([name]) => printedJudgingKeywords(type).includes(name))
    return this.#joins.either([this.#unless({ type }), this.schema({ ...Object.fromEntries(own), type })])
  }

  #unless(schema: JsonSchema): ValueText {
    return this.#joins.anythingIf(
      this.accepts(sourceCode`(value) => !`, schema, VALIDATED_VALUE),
      'must not match',
    )
  }

  accepts(start: Code, schema: JsonSchema, value: Code, end = sourceCode``): ValueText {
    const { before, behind } = this.#library.accepting(value)
    return textAround(sourceCode`${start}${before}`, this.schema(schema), sourceCode`${behind}${end}`)
  }
}

/** Types for which a schema has type-specific keywords. */
function typesOf(schema: SchemaObject): readonly JudgedType[] {
  // The discriminator is excluded, because it selects either alternatives, which are printed, or heirs, which
  // libraries cannot express.
  return TYPES.filter((type) =>
    printedJudgingKeywords(type).some((name) => name !== 'discriminator' && name in schema),
  )
}

/** True if the schema's type adds nothing to its list of allowed values. */
function listsItsType({ type, ...schema }: SchemaObject): boolean {
  const types = wireTypes({ type: type ?? [] })
  const isOfTypes = [...wireTypes(schema)].every((each) => types.has(each))
  return (
    enumeratesInFormats(schema) &&
    isOfTypes &&
    ![type].flat().includes('integer') &&
    typesOf(schema).length === 0
  )
}
