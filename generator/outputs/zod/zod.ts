import {
  type Code,
  identifierCode,
  literalCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import {
  globalType,
  globalValue,
  IMPORTED_MODULES,
  importedType,
  importedValue,
} from '../../emit/print/modules.ts'
import {
  arrayText,
  callText,
  chainText,
  objectText,
  textAround,
  type ValueText,
  wordText,
} from '../../emit/print/value-text.ts'
import { counted } from '../../errors/counted.ts'
import type { ValidatorLibrary } from '../validators/library.ts'

const imported = (name: string) => importedType(name, IMPORTED_MODULES.zod)
const schemaType = imported('ZodType')
const required = globalType('Required')
const pick = globalType('Pick')
const object = globalValue('Object')

/** Prints zod 4 schemas, in which checks are methods. */
export const ZOD: ValidatorLibrary = {
  name: 'zod',
  schemaType,
  typed: ({ type, defaulted, plain = schemaType }) =>
    defaulted === undefined ? sourceCode`${plain}<${type}>` : sourceCode`${plain}<${type}, ${defaulted}>`,
  plainObjects: {
    name: 'ObjectOf',
    declare: (
      name,
    ) => sourceCode`/** A schema of plain objects: it has \`extend\`, \`pick\`, \`omit\`, \`partial\` and \`shape\`. */
type ${name}<Value, Defaulted extends keyof Value = never> = ${imported('ZodObject')}<
  {
    [Name in keyof Value]-?: Name extends Defaulted
      ? ${imported('ZodDefault')}<${schemaType}<${required}<Value>[Name]>>
      : ${globalType('Record')}<never, never> extends ${pick}<Value, Name>
        ? ${imported('ZodExactOptional')}<${schemaType}<${required}<Value>[Name]>>
        : ${schemaType}<Value[Name]>
  },
  ${imported('core')}.$loose
>`,
  },
  bounds: {
    // Zod counts UTF-16 code units, not characters. For a minimum of 0 or 1, that makes no difference.
    minLength: (value) =>
      Number(value) < 2
        ? bound('min', value)
        : sized(sourceCode`[...value].length >=`, value, `at least ${value} characters`),
    maxLength: (value) =>
      sized(sourceCode`[...value].length <=`, value, `at most ${counted(Number(value), 'character')}`),
    minItems: (value) => bound('min', value),
    maxItems: (value) => bound('max', value),
    minimum: (value) => bound('gte', value),
    maximum: (value) => bound('lte', value),
    exclusiveMinimum: (value) => bound('gt', value),
    exclusiveMaximum: (value) => bound('lt', value),
    minProperties: (value) =>
      sized(sourceCode`${object}.keys(value).length >=`, value, `at least ${properties(value)}`),
    maxProperties: (value) =>
      sized(sourceCode`${object}.keys(value).length <=`, value, `at most ${properties(value)}`),
  },
  anything: () => call('unknown'),
  nothing: () => call('never'),
  null: () => call('literal', wordText(literalCode(null))),
  boolean: () => call('boolean'),
  string: () => call('string'),
  number: () => call('number'),
  array: (items) => call('array', items),
  object: (entries, { isClosed, checks }) =>
    chainText([call(isClosed ? 'strictObject' : 'looseObject', objectText(entries)), ...checks]),
  optional: (member) => call('exactOptional', member),
  defaulted: (member, value) => call('_default', member, wordText(literalCode(value))),
  coerced: (read, schema) => call('preprocess', read, schema),
  reference: (name) => call('lazy', wordText(sourceCode`() => ${identifierCode(`${name}_`)}`)),
  literal: (value) => call('literal', wordText(literalCode(value))),
  listed: (values) => call('literal', wordText(literalCode(values))),
  union: (alternatives) => call('union', arrayText(alternatives)),
  // A zod intersection allows a member if at least one of its parts does, so closed parts are piped instead.
  intersection: (parts, isClosed) =>
    parts.reduce((one, other) => call(isClosed ? 'pipe' : 'intersection', one, other)),
  narrowed: (schema, checks) => chainText([schema, ...checks]),
  // Zod's own integers are limited to 2^53.
  integer: () =>
    method(
      'refine',
      wordText(sourceCode`${globalValue('Number')}.isInteger`),
      wordText(stringLiteralCode('must be an integer')),
    ),
  pattern: (expression) => method('regex', wordText(expression)),
  check: (holds, message) => method('refine', holds, wordText(stringLiteralCode(message))),
  // Bundlers drop an unused method call only inside a call that is marked as pure.
  whole: (schema) => textAround(sourceCode`/* @__PURE__ */ (() => `, schema, sourceCode`)()`),
  accepting: (value) => ({ before: sourceCode``, behind: sourceCode`.safeParse(${value}).success` }),
}

function call(name: string, ...values: readonly ValueText[]): ValueText {
  return callText(importedValue(name, IMPORTED_MODULES.zod), values)
}

function method(name: string, ...values: readonly ValueText[]): ValueText {
  return callText(sourceCode`.${identifierCode(name)}`, values)
}

function bound(name: string, value: unknown): ValueText {
  return method(name, wordText(literalCode(value)))
}

function properties(count: unknown): string {
  return `${count} ${count === 1 ? 'property' : 'properties'}`
}

function sized(holds: Code, value: unknown, wanted: string): ValueText {
  const test = wordText(sourceCode`(value) => ${holds} ${literalCode(value)}`)
  return method('refine', test, wordText(stringLiteralCode(`must have ${wanted}`)))
}
