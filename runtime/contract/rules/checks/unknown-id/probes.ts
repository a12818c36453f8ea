import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import {
  bindTemplate,
  isOwnValue,
  type PathBinding,
  pathTemplates,
  type Template,
} from '../../../data/document/path-binding.ts'
import {
  creatorOfItems,
  findResource,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import { onceOrMissing } from '../../../data/outcome/missing.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import { malformedValue, unknownLike, unknownValue } from '../../../world/values/unknown-value.ts'
import type { CheckContext } from '../../check.ts'

/** Parameters of the path. */
export function probedPathParameters(operation: OperationDescriptor): readonly ParameterDescriptor[] {
  return (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
}

/** Finds real values for the parameters that are not probed; empty if there are none. */
export async function bindingToProbe(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<PathBinding> {
  return (await resultIfRun(() => context.pool.bindings.find(operation, 'refuse'))) ?? new Map()
}

/** An unknown or malformed name to try in one parameter. */
export interface Probe {
  readonly parameter: ParameterDescriptor
  readonly value: string
  readonly kind: 'unknown' | 'malformed'
  /** True if the server can reject the value for several reasons, so that only a server error is wrong. */
  readonly isLoose?: true
  /**
   * The id of an existing item, sent as a query parameter with the name of the path parameter. A success is
   * then wrong too.
   */
  readonly inQuery?: string
}

/** Path bindings with one unknown or malformed name each. */
export function* unknownBindings(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Generator<{ probe: Probe; binding: PathBinding }> {
  const parameters = probedPathParameters(operation)
  const unknown = (parameter: ParameterDescriptor): string | undefined => {
    const known = knownText(operation, { parameter, binding })
    return unknownValue(schemaIn(context.document, parameter.schema), context.random, known)
  }
  for (const parameter of parameters) {
    const real = parameters.map(
      (other) =>
        realValue(context.document, operation, { parameter: other, probed: parameter, binding }) ??
        madeUp(operation, { parameter: other, text: unknown(other) ?? 'unknown' }),
    )
    const values: readonly (readonly [Probe['kind'], string | undefined])[] = [
      ['unknown', unknown(parameter)],
      ['unknown', inFormOf(context, operation, { parameter, binding })],
      ['malformed', malformedValue(schemaIn(context.document, parameter.schema))],
    ]
    for (const [kind, value] of values) {
      if (value === undefined) continue
      const probed = madeUp(operation, { parameter, text: value })
      // If the format is only an annotation, a value that violates it is simply another unknown name.
      const isUnknown = kind === 'unknown' || context.validator(parameter.schema ?? true)(value).length === 0
      yield {
        probe: { parameter, value, kind: isUnknown ? 'unknown' : 'malformed' },
        binding: new Map([...real, probed].flatMap((part) => [...part])),
      }
    }
  }
}

/** Returns an unknown value in the form of an existing one; `undefined` if none is needed or possible. */
function inFormOf(
  { document, random }: CheckContext,
  operation: OperationDescriptor,
  { parameter, binding }: { readonly parameter: ParameterDescriptor; readonly binding: PathBinding },
): string | undefined {
  const known = knownText(operation, { parameter, binding })
  return known === undefined ? undefined : unknownLike(known, schemaIn(document, parameter.schema), random)
}

/** Returns an existing value of a parameter. */
function knownText(
  operation: OperationDescriptor,
  { parameter, binding }: { readonly parameter: ParameterDescriptor; readonly binding: PathBinding },
): string | undefined {
  const { text, origin = 'unknown' } = binding.get(probedTemplate(operation, parameter)?.key ?? '') ?? {}
  return origin === 'unknown' || origin === 'guessed' ? undefined : text
}

/** For each read operation, true if it finds an item with the id 0. */
const newZeros = () => new Map<string, Promise<boolean>>()

/**
 * Tries 0 as an id if ids are numbers. No item should have that id, but many languages treat it as false. A
 * write is sent only if a read found no such item.
 */
export async function zeroBindings(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<readonly { probe: Probe; binding: PathBinding }[]> {
  const parameter = probedPathParameters(operation).find(({ name }) => operation.path.endsWith(`{${name}}`))
  const known = parameter && knownText(operation, { parameter, binding })
  if (parameter === undefined || known === undefined || !/^[1-9]\d*$/.test(known)) return []
  const schema = schemaIn(context.document, parameter.schema)
  if (!schema.allows(schema.values.mayBeNumbers ? 0 : '0')) return []
  const isKept = (other: ParameterDescriptor): boolean =>
    other === parameter ||
    realValue(context.document, operation, { parameter: other, probed: parameter, binding }) !== undefined
  if (!probedPathParameters(operation).every(isKept)) return []
  const zero = new Map([...binding, ...madeUp(operation, { parameter, text: '0' })])
  if (operation.method !== 'GET' && (await isThere(context, operation, zero))) return []
  return [{ probe: { parameter, value: '0', kind: 'unknown', isLoose: true }, binding: zero }]
}

/**
 * Sends the template of the path as an id to a read: ":petId". Some routers then take the first item. An
 * existing id in the query must not replace it. Servers are allowed to reject the request for either reason.
 */
export function placeholderBindings(
  { document }: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): readonly { probe: Probe; binding: PathBinding }[] {
  const { method, path, parameters = [] } = operation
  const parameter = probedPathParameters(operation).find(({ name }) => path.endsWith(`/{${name}}`))
  const known = parameter && knownText(operation, { parameter, binding })
  if (method !== 'GET' || parameter === undefined || known === undefined) return []
  const { name } = parameter
  const value = `:${name}`
  const isDocumented = parameters.some((other) => other.in === 'query' && other.name === name)
  if (isDocumented || !schemaIn(document, parameter.schema).allows(value)) return []
  const placeholder = new Map([...binding, ...madeUp(operation, { parameter, text: value })])
  return [
    { probe: { parameter, value, kind: 'unknown', isLoose: true, inQuery: known }, binding: placeholder },
  ]
}

/** True if a read with a path binding finds an item, or if no operation reads such items. */
async function isThere(
  context: CheckContext,
  { resource }: OperationDescriptor,
  binding: PathBinding,
): Promise<boolean> {
  const { document, state, pool } = context
  const read = operationById(document, resourceByName(document, resource?.name)?.operations.read)
  if (read === undefined) return true
  return onceOrMissing(state.of(newZeros), read.operationId, async () =>
    isSuccess(await context.read(pool.requests.best(read, binding))),
  )
}

/** Returns a parameter's template. */
export function probedTemplate(
  operation: OperationDescriptor,
  { name }: ParameterDescriptor,
): Template | undefined {
  return pathTemplates(operation.path).find((template) => template.name === name)
}

/** Binds an unknown value. Anything that is created at this path belongs to the run. */
function madeUp(
  operation: OperationDescriptor,
  { parameter, text }: { parameter: ParameterDescriptor; text: string },
): PathBinding {
  const template = probedTemplate(operation, parameter)
  return template === undefined ? new Map() : bindTemplate(template, { text, origin: 'unknown' })
}

/**
 * Returns the real value of a parameter other than the probed one. A write gets no value that names another
 * user's item, because a server that ignores the probed value would change that item. The only exceptions are
 * parents of the probed item that the user configured or that no operation creates.
 */
function realValue(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
  { parameter, probed, binding }: Probing,
): PathBinding | undefined {
  const template = probedTemplate(operation, parameter)
  const found = template && binding.get(template.key)
  if (template === undefined || found === undefined) return undefined
  if (operation.method === 'GET' || isOwnValue(found)) return bindTemplate(template, found)
  const item = probedTemplate(operation, probed)
  const isAbove = item?.key.startsWith(`${template.key}/`) === true && findResource(document, item)
  const isGiven =
    found.origin === 'configured' || creatorOfItems(document, findResource(document, template)) === undefined
  return isAbove && isGiven ? bindTemplate(template, found) : undefined
}

interface Probing {
  readonly parameter: ParameterDescriptor
  readonly probed: ParameterDescriptor
  readonly binding: PathBinding
}
