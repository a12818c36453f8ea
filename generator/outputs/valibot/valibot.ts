import { identifier, literal, source, stringLiteral } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { origin } from '../../emit/print/doc.ts'
import { declaredType, importedType, importedValue, MODULES } from '../../emit/print/modules.ts'
import { arrayText, callText, fitted, objectText, type ValueText, word } from '../../emit/print/value-text.ts'
import { PropertyFacts } from '../../emit/schema/property-facts.ts'
import type { Model } from '../../model/model.ts'
import type { OutputPrint } from '../declaration/output.ts'
import type { ValidatorLibrary } from '../validators/library.ts'
import { reportUnsaid } from '../validators/unsaid.ts'
import { ValidatorPrinter } from '../validators/validator-printer.ts'

/** `valibot.ts`: each named schema as one of valibot. Keywords that valibot cannot say are reported. */
export function emitValibot({ schemas }: Model, print: OutputPrint): string {
  const file = print.file('valibot.ts')
  const facts = new PropertyFacts(new Map(schemas.map(({ name, schema }) => [name, schema])))
  const said = { library: VALIBOT, facts }
  const printer = new ValidatorPrinter(said)
  const generic = importedType('GenericSchema', MODULES.valibot)
  const views = schemas.map(({ name, schema, description, pointer, source: place }) => ({
    definition: identifier(`${name}_`),
    generic,
    value: fitted(printer.schema(schema), 0, `const ${name}_: GenericSchema = `.length),
    doc: docComment([description, origin(pointer, place)]),
    name: file.declare(`${name}Schema`),
    type: print.settings.formats.isEmpty ? source`${generic}<${declaredType(name)}>` : generic,
  }))
  reportUnsaid(schemas, said, { file: 'valibot.ts', print })
  return file.print('valibot', { schemas: views }, print.types.homes)
}

/** To valibot an array is an object too. */
const OBJECT = word(
  source`${importedValue('custom', MODULES.valibot)}<Record<string, unknown>>(${importedValue('isObject', MODULES.json)})`,
)

const VALIBOT: ValidatorLibrary = {
  name: 'valibot',
  bounds: {
    ...{
      minLength: 'minCodePoints',
      maxLength: 'maxCodePoints',
      minItems: 'minLength',
      maxItems: 'maxLength',
    },
    ...{ minimum: 'minValue', maximum: 'maxValue', exclusiveMinimum: 'gtValue', exclusiveMaximum: 'ltValue' },
    ...{ minProperties: 'minEntries', maxProperties: 'maxEntries' },
  },
  anything: () => call('unknown'),
  nothing: () => call('never'),
  null: () => call('null_'),
  boolean: () => call('boolean'),
  string: () => call('string'),
  number: () => call('number'),
  array: (items) => call('array', items),
  object: (entries, { isClosed, checks }) =>
    call('pipe', OBJECT, ...checks, call(isClosed ? 'strictObject' : 'looseObject', objectText(entries))),
  optional: (member) => call('exactOptional', member),
  reference: (name) => call('lazy', word(source`() => ${identifier(`${name}_`)}`)),
  literal: (value) => call('literal', word(literal(value))),
  listed: (values) => call('picklist', word(literal(values))),
  union: (alternatives) => call('union', arrayText(alternatives)),
  intersection: (parts) => call('intersect', arrayText(parts)),
  narrowed: (schema, checks) => call('pipe', schema, ...checks),
  integer: () => call('integer'),
  bound: (name, value) => call(name, word(literal(value))),
  pattern: (expression) => call('regex', word(expression)),
  check: (holds, message) => call('check', holds, word(stringLiteral(message))),
  accepting: (value) => ({
    before: source`${importedValue('is', MODULES.valibot)}(`,
    behind: source`, ${value})`,
  }),
}

function call(name: string, ...values: readonly ValueText[]): ValueText {
  return callText(importedValue(name, MODULES.valibot), values)
}
