import { isJson, type MediaTypeDescriptor, type StreamDescriptor, styleOf } from '@concordat/runtime/http'
import { ConversionPrinter } from '../../emit/formats/conversion-text.ts'
import type { FormatPlan, OperationStates } from '../../emit/formats/format-plan.ts'
import { formatsOf, statesIn } from '../../emit/formats/formats-of.ts'
import type { State } from '../../emit/formats/schema-states.ts'
import { docComment } from '../../emit/print/comment.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import { importedType, MODULES } from '../../emit/print/modules.ts'
import { type Entry, objectText, type ValueText } from '../../emit/print/value-text.ts'
import type { Operation } from '../../model/model.ts'

const operationFormats = importedType('OperationFormats', MODULES.formats)

/** `formats.ts`: where values have formats, for each operation; nothing where none has. */
export function emitFormats(
  operations: readonly Operation[],
  file: GeneratedFile,
  plan: FormatPlan,
): string | undefined {
  const formatted = operations.flatMap((operation) => {
    const states = plan.operation(operation.descriptor)
    if (states === undefined || formatsOf(operation, plan) === undefined) return []
    return [{ operation, states, name: file.declare(operation.name) }]
  })
  if (formatted.length === 0) return undefined
  const roots = formatted.flatMap(({ states }) => statesIn(states))
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

function operationText(
  { parameters, body, responses, headers }: OperationStates,
  context: Context,
): ValueText {
  const { plan, printer, operation } = context
  const { descriptor } = operation
  const each = (states: ReadonlyMap<string, State>, print: (name: string, state: State) => ValueText) =>
    [...states].flatMap(([name, state]): Entry[] =>
      plan.converts(state) ? [[name, print(name, state)]] : [],
    )
  const some = (name: string, entries: readonly Entry[]): Entry[] =>
    entries.length === 0 ? [] : [[name, objectText(entries)]]
  const asJson = (value: ValueText) => objectText([['json', value]])
  const ofItems = (value: ValueText, { format }: StreamDescriptor) =>
    objectText([['each', format === 'parts' ? objectText([['field', value]]) : asJson(value)]])

  const locations = [...parameters].flatMap(([location, states]) => {
    const values = each(states, (name, state) => {
      const { mediaType = '' } =
        descriptor.parameters?.find((one) => one.in === location && one.name === name) ?? {}
      return isJson(mediaType) ? asJson(printer.reference(state)) : printer.reference(state)
    })
    return some(location, some('properties', values))
  })
  const bodies = each(body, (mediaType, state) => {
    const media = descriptor.requestBody?.content[mediaType]
    if (media?.stream !== undefined) return ofItems(printer.reference(state), media.stream)
    if (isJson(mediaType)) return asJson(printer.reference(state))
    return printer.fields(state, styledFields(media))
  })
  const answers = [...responses].flatMap(([status, states]) =>
    some(
      status,
      each(states, (mediaType, state) => {
        const value = printer.reference(state)
        const stream = descriptor.responses[status]?.content?.[mediaType]?.stream
        if (stream !== undefined) return ofItems(value, stream)
        return isJson(mediaType) ? asJson(value) : value
      }),
    ),
  )
  const headersOf = [...headers].flatMap(([status, states]) =>
    some(
      status,
      each(states, (_, state) => printer.reference(state)).map(
        ([name, value]): Entry => [name.toLowerCase(), value],
      ),
    ),
  )
  return objectText([
    ...some('parameters', some('properties', locations)),
    // Members of the same rank are all named: one that is missing would be taken for a wider one.
    ...some('body', bodies.length === 0 ? [] : complete(body.keys(), bodies)),
    ...some('responses', answers.length === 0 ? [] : complete(responses.keys(), answers)),
    ...some('headers', headersOf.length === 0 ? [] : complete(headers.keys(), headersOf)),
  ])
}

function complete(names: Iterable<string>, entries: readonly Entry[]): Entry[] {
  const known = new Map(entries)
  return [...names].map((name) => [name, known.get(name) ?? objectText([])])
}

/** True if a field is written in a style. */
function styledFields({ encoding = {} }: MediaTypeDescriptor = {}): (name: string) => boolean {
  return (name) => styleOf(encoding[name] ?? {}) !== undefined
}
