import { isUnicode } from '@concordat/runtime/linear-pattern'
import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { forbidsAll, type Statement, statementsOf, type Visitor, visit } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { listsValues, wireTypes } from '../../emit/formats/schema-states.ts'
import { identifier, literal, source, stringLiteral } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { origin } from '../../emit/print/doc.ts'
import { declaredType, importedType, importedValue, MODULES } from '../../emit/print/modules.ts'
import {
  around,
  arrayText,
  callText,
  fitted,
  objectText,
  type ValueText,
  word,
} from '../../emit/print/value-text.ts'
import { PropertyFacts } from '../../emit/schema/property-facts.ts'
import type { Model } from '../../model/model.ts'
import { definitionName, walkPlaces } from '../../model/schema/references.ts'
import type { OutputPrint } from '../declaration/output.ts'
import { formatWord, judgingKeywords } from '../schemas/words.ts'
import { BOUNDS, unsaidKeywords } from './unsaid.ts'

/** `valibot.ts`: each named schema as one of valibot. Keywords that valibot cannot say are reported. */
export function emitValibot({ schemas }: Model, print: OutputPrint): string {
  const file = print.file('valibot.ts')
  const facts = new PropertyFacts(new Map(schemas.map(({ name, schema }) => [name, schema])))
  const printer = new SchemaPrinter(facts)
  const generic = importedType('GenericSchema', MODULES.valibot)
  const views = schemas.map(({ name, schema, description, pointer, source: place }) => ({
    definition: identifier(`${name}_`),
    generic,
    value: fitted(printer.schema(schema), 0, `const ${name}_: GenericSchema = `.length),
    doc: docComment([description, origin(pointer, place)]),
    name: file.declare(`${name}Schema`),
    type: print.settings.formats.isEmpty ? source`${generic}<${declaredType(name)}>` : generic,
  }))
  for (const { schema, pointer } of schemas)
    walkPlaces(schema, pointer, (inner, place) => {
      for (const keyword of unsaidKeywords(inner, facts))
        print.report({
          code: 'keyword-not-expressed',
          severity: 'warning',
          place,
          message: `Schemas of valibot cannot judge by this "${keyword}" as the document does: those of "valibot.ts" accept or refuse other values.`,
          fix: 'judge such values by the output "schemas".',
        })
    })
  return file.print('valibot', { schemas: views }, print.types.homes)
}

const TYPES = ['string', 'number', 'array', 'object'] as const
type Type = (typeof TYPES)[number]
const COMPOSED: ReadonlySet<string> = new Set(['nothing', 'reference', 'values', 'all', 'union'])

/** Prints schemas as those of valibot that judge values as our validators do. */
class SchemaPrinter implements Visitor<ValueText> {
  readonly #facts: PropertyFacts

  constructor(facts: PropertyFacts) {
    this.#facts = facts
  }

  schema(schema: JsonSchema | undefined): ValueText {
    const own = this.#said(keywordsOf(schema))
    const isTyped = own.type !== undefined && !listsItsType(own)
    const statements = statementsOf(schema === false ? false : own)
    const texts = [
      ...statements.flatMap((each) => (isTyped || COMPOSED.has(each.kind) ? [visit(each, this)] : [])),
      ...(own.type === undefined ? typesOf(own).map((type) => this.#ifOfType(type, own)) : []),
      ...(own.not === undefined || forbidsAll(own) ? [] : [this.#unless(own.not)]),
    ]
    return texts.length === 0 ? call('unknown') : joined('intersect', texts)
  }

  /** Alternatives that nothing tells apart are read as those of `anyOf`. */
  #said(schema: SchemaObject): SchemaObject {
    const unsaid = unsaidKeywords(schema, this.#facts).filter((name) => name !== 'discriminator')
    return Object.fromEntries(Object.entries(schema).filter(([name]) => !unsaid.includes(name)))
  }

  /** What a schema without a type says of values of one type alone. */
  #ifOfType(type: Type, schema: SchemaObject): ValueText {
    const own = Object.entries(schema).filter(([name]) => judgingKeywords(type).includes(name))
    return joined('union', [this.#unless({ type }), this.schema({ ...Object.fromEntries(own), type })])
  }

  #unless(schema: JsonSchema): ValueText {
    const text = around(source`(value) => !${IS}(`, this.schema(schema), source`, value)`)
    return call('pipe', call('unknown'), call('check', text, word(stringLiteral('must not match'))))
  }

  nothing = () => call('never')
  boolean = () => call('boolean')
  null = () => call('null_')
  types = ({ statements }: Statement<'types'>): ValueText =>
    joined(
      'union',
      statements.map((each) => visit(each, this)),
    )
  all = ({ parts }: Statement<'all'>): ValueText =>
    joined(
      'intersect',
      parts.map((part) => this.schema(part)),
    )

  reference({ $ref }: Statement<'reference'>): ValueText {
    return call('lazy', word(source`() => ${identifier(`${definitionName($ref)}_`)}`))
  }

  values({ values }: Statement<'values'>): ValueText {
    const isPlain = values.every((value) => typeof value === 'string' || typeof value === 'number')
    if (isPlain && values.length > 1) return call('picklist', word(literal(values)))
    return joined(
      'union',
      values.map((value) => (value === null ? this.null() : call('literal', word(literal(value))))),
    )
  }

  union({ keyword, schema, alternatives }: Statement<'union'>): ValueText {
    const texts = alternatives.map((each) => this.schema(each))
    if (keyword === 'anyOf' || schema.discriminator !== undefined || texts.length < 2)
      return joined('union', texts)
    const count = source`.filter((each) => ${IS}(each, value)).length`
    const text = around(source`(value) => `, arrayText(texts), source`${count} === 1`)
    return call(
      'pipe',
      call('unknown'),
      call('check', text, word(stringLiteral('must match one alternative'))),
    )
  }

  string({ schema }: Statement<'string'>): ValueText {
    const { pattern } = schema
    const flags = isUnicode(pattern ?? '') ? source`, 'u'` : source``
    const expression = word(source`new RegExp(${stringLiteral(pattern ?? '')}${flags})`)
    const patterns = pattern === undefined ? [] : [call('regex', expression)]
    return piped(call('string'), [...bounds('string', schema), ...patterns, ...format('string', schema)])
  }

  number({ schema, type }: Statement<'number'>): ValueText {
    const integer = type === 'integer' ? [call('integer')] : []
    return piped(call('number'), [...integer, ...bounds('number', schema), ...format('number', schema)])
  }

  array({ schema }: Statement<'array'>): ValueText {
    return piped(call('array', this.schema(schema.items)), bounds('array', schema))
  }

  object({ schema }: Statement<'object'>): ValueText {
    const { properties = {}, required = [], additionalProperties: others = true } = schema
    const members = Object.entries({
      ...Object.fromEntries(required.map((name) => [name, true])),
      ...properties,
    })
    const entries = members.map(([name, member]): [string, ValueText] => {
      const text = this.schema(member)
      return [name, required.includes(name) ? text : call('exactOptional', text)]
    })
    const open = call(others === false ? 'strictObject' : 'looseObject', objectText(entries))
    const rest =
      typeof others === 'object' ? [this.#rest(Object.keys(Object.fromEntries(members)), others)] : []
    return piped(OBJECT, [...bounds('object', schema), ...rest, open])
  }

  /** Valibot itself passes over members called "prototype" and "constructor". */
  #rest(names: readonly string[], others: JsonSchema): ValueText {
    const isNamed = names.length === 0 ? source`` : source`${literal(names)}.includes(name) || `
    const entry = names.length === 0 ? source`[, member]` : source`[name, member]`
    const before = source`(value) => Object.entries(value).every((${entry}) => ${isNamed}${IS}(`
    const text = around(before, this.schema(others), source`, member))`)
    return call('check', text, word(stringLiteral('must have no other members than the schema allows')))
  }
}

const IS = importedValue('is', MODULES.valibot)
/** To valibot an array is an object too. */
const OBJECT = word(
  source`${importedValue('custom', MODULES.valibot)}<Record<string, unknown>>(${importedValue('isObject', MODULES.json)})`,
)

/** The types of whose values a schema says more than that. */
function typesOf(schema: SchemaObject): Type[] {
  // A discriminator chooses among alternatives, which are printed, or among heirs, which valibot cannot say.
  return TYPES.filter((type) =>
    judgingKeywords(type).some((name) => name !== 'discriminator' && name in schema),
  )
}

/** True for a schema whose type says no more than the values that it lists. */
function listsItsType({ type, ...schema }: SchemaObject): boolean {
  const types = wireTypes({ type: type ?? [] })
  const isOfTypes = [...wireTypes(schema)].every((each) => types.has(each))
  return (
    listsValues(schema) && isOfTypes && ![type].flat().includes('integer') && typesOf(schema).length === 0
  )
}

function bounds(type: Type, schema: SchemaObject): ValueText[] {
  return judgingKeywords(type).flatMap((keyword) => {
    const name = BOUNDS[keyword]
    return name === undefined || !(keyword in schema) ? [] : [call(name, word(literal(schema[keyword])))]
  })
}

/** The runtime's test, as valibot's own formats are others. */
function format(type: 'string' | 'number', { format: name = '' }: SchemaObject): ValueText[] {
  const test = formatWord(name, type)
  if (test === undefined) return []
  const holds = source`(value) => ${test}.${identifier(type)}?.(value) !== false`
  return [call('check', word(holds), word(stringLiteral(`must be a valid ${name}`)))]
}

function joined(name: 'intersect' | 'union', texts: readonly ValueText[]): ValueText {
  return texts.length === 1 && texts[0] !== undefined ? texts[0] : call(name, arrayText(texts))
}

function piped(first: ValueText, others: readonly ValueText[]): ValueText {
  return others.length === 0 ? first : call('pipe', first, ...others)
}

function call(name: string, ...values: readonly ValueText[]): ValueText {
  return callText(importedValue(name, MODULES.valibot), values)
}
