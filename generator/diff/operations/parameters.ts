import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Pair } from '../schemas/difference.ts'
import { type RenamedItem, renamedInDiff } from '../schemas/renames.ts'
import type { OperationContext, TellChange } from './context.ts'
import { comparedTemplateNames } from './operation-pairs.ts'

interface PlacedParameter {
  readonly parameter: ParameterDescriptor
  readonly pointer: string
}

export function compareParameters(descriptors: Pair<OperationDescriptor>, context: OperationContext): void {
  const renamed = renamedTemplates(descriptors)
  const old = placed(descriptors.old)
  const now = placed(descriptors.new)
  const left = new Map(now.map((one) => [keyOf(one.parameter), one]))
  const gone: PlacedParameter[] = []
  for (const before of old) {
    const { name, in: location } = before.parameter
    const after = left.get(keyOf({ in: location, name: (location === 'path' && renamed.get(name)) || name }))
    if (after === undefined) {
      gone.push(before)
      continue
    }
    left.delete(keyOf(after.parameter))
    compareParameter({ old: before, new: after }, context)
  }
  for (const { old: before, new: after } of renamedInDiff(gone.map(named), [...left.values()].map(named))) {
    gone.splice(gone.indexOf(before.placed), 1)
    left.delete(keyOf(after.placed.parameter))
    const pair = { old: before.placed, new: after.placed }
    compareParameter(pair, context)
    tellRenamed(pair, context)
  }
  for (const before of gone) {
    const moved = [...left.values()].find(({ parameter }) => parameter.name === before.parameter.name)
    if (moved !== undefined) left.delete(keyOf(moved.parameter))
    tellGone(before, moved, context)
  }
  for (const one of left.values())
    context.scope.add({
      kind: one.parameter.required === true ? 'parameter-added-required' : 'parameter-added-optional',
      label: labelOf(one),
      new: one.pointer,
    })
}

function tellRenamed({ old, new: now }: Pair<PlacedParameter>, { scope }: OperationContext): void {
  scope.add({
    kind: now.parameter.required === true ? 'required-parameter-renamed' : 'optional-parameter-renamed',
    label: labelOf(now),
    was: old.parameter.name,
    is: now.parameter.name,
    old: old.pointer,
    new: now.pointer,
  })
}

/** @param moved the parameter with the same name in another location of the request. */
function tellGone(
  before: PlacedParameter,
  moved: PlacedParameter | undefined,
  { scope }: OperationContext,
): void {
  const told = { label: labelOf(moved ?? before), old: before.pointer }
  if (moved === undefined) scope.add({ kind: 'parameter-removed', ...told })
  else {
    const locations = { was: before.parameter.in, is: moved.parameter.in }
    scope.add({ kind: 'parameter-moved', ...told, new: moved.pointer, ...locations })
  }
}

function compareParameter(
  { old, new: now }: Pair<PlacedParameter>,
  { models, schemas, scope }: OperationContext,
): void {
  const label = labelOf(now)
  const tell: TellChange = (kind, told) =>
    scope.add({ kind, label, old: old.pointer, new: now.pointer, ...told })
  const [before, after] = [old.parameter, now.parameter]
  if (before.in === 'path' && before.name !== after.name)
    tell('path-parameter-renamed', { was: before.name, is: after.name })
  if (before.required !== after.required)
    tell(after.required === true ? 'parameter-became-required' : 'parameter-became-optional')
  const written = { was: writtenAs(before), is: writtenAs(after) }
  if (written.was !== written.is) tell('parameter-style-changed', written)
  const isDeprecated = (model: typeof models.old, parameter: ParameterDescriptor) =>
    model.parameterNotes.get(parameter)?.deprecated === true
  if (isDeprecated(models.new, after) && !isDeprecated(models.old, before)) tell('parameter-deprecated')
  schemas.compare(
    {
      old: { schema: before.schema ?? true, pointer: pointerBelow(old.pointer, 'schema'), label },
      new: { schema: after.schema ?? true, pointer: pointerBelow(now.pointer, 'schema'), label },
    },
    'request',
    scope,
  )
}

function placed({ parameters = [], pointer }: OperationDescriptor): readonly PlacedParameter[] {
  return parameters.map((parameter, index) => ({
    parameter,
    pointer: parameter.pointer ?? pointerBelow(pointer, 'parameters', index),
  }))
}

interface NamedParameter extends RenamedItem {
  readonly placed: PlacedParameter
}

/**
 * Prepares a parameter for the search for renamed ones, which compares names and other content separately.
 */
function named(placed: PlacedParameter): NamedParameter {
  const { name, pointer: _, ...rest } = placed.parameter
  return { name, placed, text: JSON.stringify(rest) }
}

function labelOf({ parameter }: PlacedParameter): string {
  return `${parameter.in} parameter ${parameter.name}`
}

/** Header names are case-insensitive. */
function keyOf({ in: location, name }: Pick<ParameterDescriptor, 'in' | 'name'>): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`
}

function writtenAs({ in: location, style, explode, mediaType }: ParameterDescriptor): string {
  if (mediaType !== undefined) return mediaType
  const usual = location === 'path' || location === 'header' ? 'simple' : 'form'
  const isExploded = explode ?? (style ?? usual) === 'form'
  return `${style ?? usual}${isExploded ? ', exploded' : ''}`
}

/**
 * New names of path parameters, by their old names. A path parameter is identified by its position in the
 * path.
 */
function renamedTemplates({ old, new: now }: Pair<OperationDescriptor>): ReadonlyMap<string, string> {
  const [before, after] = [comparedTemplateNames(old.path), comparedTemplateNames(now.path)]
  return new Map(
    before.flatMap((name, index) => (after.includes(name) ? [] : [[name, after[index] ?? name]])),
  )
}
