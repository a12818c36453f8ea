import { isJson, type MediaTypeDescriptor, type StreamDescriptor, styleOf } from '@concordat/runtime/http'
import { ConversionPrinter } from '../../emit/formats/conversion-text.ts'
import type { FormatPlan } from '../../emit/formats/format-plan.ts'
import { operationFormatStates, operationFormatsCode } from '../../emit/formats/formats-of.ts'
import type { OperationStates } from '../../emit/formats/operation-states.ts'
import type { FormatState } from '../../emit/formats/schema-states.ts'
import { docComment } from '../../emit/print/comment.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { IMPORTED_MODULES, importedType } from '../../emit/print/modules.ts'
import { type ObjectEntry, objectText, type ValueText } from '../../emit/print/value-text.ts'
import type { Operation } from '../../model/model.ts'

const operationFormats = importedType('OperationFormats', IMPORTED_MODULES.formats)

/** `formats.ts`: for each operation, the locations of values with formats; `undefined` if there are none. */
export function emitFormats(
  operations: readonly Operation[],
  file: GeneratedFile,
  plan: FormatPlan,
): string | undefined {
  const formatted = operations.flatMap((operation) => {
    const states = plan.operation(operation.descriptor)
    if (states === undefined || operationFormatsCode(operation, plan) === undefined) return []
    return [{ operation, states, name: file.declare(operation.name) }]
  })
  if (formatted.length === 0) return undefined
  const roots = formatted.flatMap(({ states }) => operationFormatStates(states))
  const printer = new ConversionPrinter(plan, { file, roots })
  const texts = formatted.map(({ operation, states, name }) => ({
    doc: docComment([`The formats of ${operation.descriptor.method} ${operation.descriptor.path}.`]),
    name,
    type: operationFormats,
    value: operationText(states, { operation, plan, printer }).lines(0),
  }))
  return file.print('formats', { constants: [...printer.formats, ...printer.schemas], operations: texts })
}

interface Context {
  readonly operation: Operation
  readonly plan: FormatPlan
  readonly printer: ConversionPrinter
}

function operationText(states: OperationStates, context: Context): ValueText {
  const { body, responses, headers } = states
  const parameters = parameterEntries(states, context)
  const bodies = bodyEntries(states, context)
  const answers = answerEntries(states, context)
  const ofHeaders = headerEntries(states, context)
  return objectText([
    ...some('parameters', some('properties', parameters)),
    // All media types are listed, because otherwise a missing one would be matched by a range that includes
    // it.
    ...some('body', bodies.length === 0 ? [] : complete(body.keys(), bodies)),
    ...some('responses', answers.length === 0 ? [] : complete(responses.keys(), answers)),
    ...some('headers', ofHeaders.length === 0 ? [] : complete(headers.keys(), ofHeaders)),
  ])
}

function parameterEntries({ parameters }: OperationStates, context: Context): readonly ObjectEntry[] {
  const { printer, operation } = context
  return [...parameters].flatMap(([location, states]) => {
    const values = each(states, context, (name, state) => {
      const { mediaType = '' } =
        operation.descriptor.parameters?.find((one) => one.in === location && one.name === name) ?? {}
      return isJson(mediaType) ? asJson(printer.reference(state)) : printer.reference(state)
    })
    return some(location, some('properties', values))
  })
}

function bodyEntries({ body }: OperationStates, context: Context): readonly ObjectEntry[] {
  const { printer, operation } = context
  return each(body, context, (mediaType, state) => {
    const media = operation.descriptor.requestBody?.content[mediaType]
    if (media?.stream !== undefined) return ofItems(printer.reference(state), media.stream)
    if (isJson(mediaType)) return asJson(printer.reference(state))
    return printer.fields(state, styledFields(media))
  })
}

function answerEntries({ responses }: OperationStates, context: Context): readonly ObjectEntry[] {
  const { printer, operation } = context
  return [...responses].flatMap(([status, states]) => {
    const values = each(states, context, (mediaType, state) => {
      const value = printer.reference(state)
      const stream = operation.descriptor.responses[status]?.content?.[mediaType]?.stream
      if (stream !== undefined) return ofItems(value, stream)
      return isJson(mediaType) ? asJson(value) : value
    })
    return some(status, values)
  })
}

function headerEntries({ headers }: OperationStates, context: Context): readonly ObjectEntry[] {
  return [...headers].flatMap(([status, states]) => {
    const values = each(states, context, (_, state) => context.printer.reference(state))
    return some(
      status,
      values.map(([name, value]): ObjectEntry => [name.toLowerCase(), value]),
    )
  })
}

/** An entry for each state whose values are converted. */
function each(
  states: ReadonlyMap<string, FormatState>,
  { plan }: Context,
  print: (name: string, state: FormatState) => ValueText,
): readonly ObjectEntry[] {
  return [...states].flatMap(([name, state]): ObjectEntry[] =>
    plan.converts(state) ? [[name, print(name, state)]] : [],
  )
}

/** A property, if it has entries. */
function some(name: string, entries: readonly ObjectEntry[]): readonly ObjectEntry[] {
  return entries.length === 0 ? [] : [[name, objectText(entries)]]
}

function asJson(value: ValueText): ValueText {
  return objectText([['json', value]])
}

function ofItems(value: ValueText, { format }: StreamDescriptor): ValueText {
  return objectText([['each', format === 'parts' ? objectText([['field', value]]) : asJson(value)]])
}

function complete(names: Iterable<string>, entries: readonly ObjectEntry[]): ObjectEntry[] {
  const known = new Map(entries)
  return [...names].map((name) => [name, known.get(name) ?? objectText([])])
}

/** Returns a function that is true for form fields with a serialization style. */
function styledFields({ encoding = {} }: MediaTypeDescriptor = {}): (name: string) => boolean {
  return (name) => styleOf(encoding[name] ?? {}) !== undefined
}
