import { identifierCode, literalCode, sourceCode, stringLiteralCode } from '../../emit/print/code.ts'
import { globalType, IMPORTED_MODULES, importedType, importedValue } from '../../emit/print/modules.ts'
import { arrayText, callText, objectText, type ValueText, wordText } from '../../emit/print/value-text.ts'
import type { ValidatorLibrary } from '../validators/library.ts'

const schemaType = importedType('GenericSchema', IMPORTED_MODULES.valibot)
const required = globalType('Required')
const pick = globalType('Pick')

/** Rejects arrays, which valibot's own object schemas accept. */
const OBJECT = wordText(
  sourceCode`${importedValue('custom', IMPORTED_MODULES.valibot)}<${globalType('Record')}<string, unknown>>(${importedValue('isObject', IMPORTED_MODULES.json)})`,
)

const bound = (name: string) => (value: unknown) => call(name, wordText(literalCode(value)))

/** Schemas of valibot. */
export const VALIBOT: ValidatorLibrary = {
  name: 'valibot',
  schemaType,
  typed: ({ type, defaulted }) =>
    defaulted === undefined
      ? sourceCode`${schemaType}<${type}>`
      : sourceCode`${schemaType}<${type}, ${type} & ${required}<${pick}<${type}, ${defaulted}>>>`,
  bounds: {
    ...{ minLength: bound('minCodePoints'), maxLength: bound('maxCodePoints') },
    ...{ minItems: bound('minLength'), maxItems: bound('maxLength') },
    ...{ minimum: bound('minValue'), maximum: bound('maxValue') },
    ...{ exclusiveMinimum: bound('gtValue'), exclusiveMaximum: bound('ltValue') },
    ...{ minProperties: bound('minEntries'), maxProperties: bound('maxEntries') },
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
  defaulted: (member, value) => call('exactOptional', member, wordText(literalCode(value))),
  coerced: (read, schema) => call('pipe', call('unknown'), call('transform', read), schema),
  reference: (name) => call('lazy', wordText(sourceCode`() => ${identifierCode(`${name}_`)}`)),
  literal: (value) => call('literal', wordText(literalCode(value))),
  listed: (values) => call('picklist', wordText(literalCode(values))),
  union: (alternatives) => call('union', arrayText(alternatives)),
  intersection: (parts) => call('intersect', arrayText(parts)),
  narrowed: (schema, checks) => call('pipe', schema, ...checks),
  integer: () => call('integer'),
  pattern: (expression) => call('regex', wordText(expression)),
  check: (holds, message) => call('check', holds, wordText(stringLiteralCode(message))),
  // No mark is needed: valibot already marks its functions as free of side effects.
  whole: (schema) => schema,
  accepting: (value) => ({
    before: sourceCode`${importedValue('is', IMPORTED_MODULES.valibot)}(`,
    behind: sourceCode`, ${value})`,
  }),
}

function call(name: string, ...values: readonly ValueText[]): ValueText {
  return callText(importedValue(name, IMPORTED_MODULES.valibot), values)
}
