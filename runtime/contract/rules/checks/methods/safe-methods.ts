import { rememberedByObject } from '@concordat/runtime/bounded'
import {
  type DocumentDescriptor,
  METHODS,
  type OperationDescriptor,
  operationAsWritten,
} from '@concordat/runtime/http'
import {
  blankPath,
  boundPathValues,
  hasMadeUpValue,
  type PathBinding,
  type PathValues,
} from '../../../data/document/path-binding.ts'
import type { CheckContext } from '../../check.ts'

/**
 * Methods that are tried. Servers and proxies handle HEAD, OPTIONS and TRACE themselves. QUERY is new, and
 * many servers reject it without reading it.
 */
const ASKED = METHODS.filter((method) => !['HEAD', 'OPTIONS', 'TRACE', 'QUERY'].includes(method))
export interface Safe {
  readonly binding: PathBinding
  readonly path: PathValues
  /** Methods that the rule is allowed to try on the path. */
  readonly candidates: readonly string[]
}

/**
 * Chooses a path on which undocumented methods are safe. They are allowed to harm only the disposable item.
 * If there is none, a real item gets only harmless methods. If there are no such methods, a missing item gets
 * all methods except PUT, which might create it.
 */
export async function chooseSafe(
  context: CheckContext,
  operation: OperationDescriptor,
  undocumented: readonly string[],
): Promise<Safe> {
  const at = (binding: PathBinding): Safe => {
    const path = boundPathValues(operation.path, binding)
    const allowed = (method: string): boolean =>
      context.pool.guard.objectionTo({ operation, path, method }) === undefined
    return { binding, path, candidates: undocumented.filter(allowed) }
  }
  const disposable = await context.pool.bindings.find(operation, 'disposable')
  if (!hasMadeUpValue(disposable)) return at(disposable)
  const real = at(await context.pool.bindings.find(operation, 'read'))
  if (real.candidates.length > 0) return real
  const nowhere = at(disposable)
  return { ...nowhere, candidates: nowhere.candidates.filter((method) => method !== 'PUT') }
}

export function isFirstOfPath(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  return (
    pathsOf(document).first.get(blankPath(operationAsWritten(operation).path)) ===
    operationAsWritten(operation)
  )
}

/**
 * Methods that are not documented for any path that could match the same URL: "/pets/mine" can also match
 * "/pets/{petId}".
 */
export function undocumentedMethods(operation: OperationDescriptor, document: DocumentDescriptor): string[] {
  const segments = segmentsOf(operationAsWritten(operation).path)
  const { all, byLength, hasWide } = pathsOf(document)
  const documented = new Set<string>()
  for (const { segments: other, method } of hasWide ? all : (byLength.get(segments.length) ?? []))
    if (!documented.has(method) && overlaps(other, segments)) documented.add(method)
  return ASKED.filter((method) => !documented.has(method))
}

interface Paths {
  /** The first operation of each path, keyed by the path with blank templates. */
  readonly first: ReadonlyMap<string, OperationDescriptor>
  readonly all: readonly SplitOperation[]
  /**
   * Operations keyed by the number of path segments, because only paths with the same number can match the
   * same URL.
   */
  readonly byLength: ReadonlyMap<number, readonly SplitOperation[]>
  /**
   * True if a value in some path can contain several segments. Paths with any number of segments can then
   * match.
   */
  readonly hasWide: boolean
}

interface SplitOperation {
  readonly segments: Segments
  readonly method: string
}

/**
 * Stands for a segment with a template, which matches any segment. `SEVERAL` stands for `{+name}`, which
 * matches any number of segments.
 */
const ANY = Symbol('any')
const SEVERAL = Symbol('several')

type Segments = readonly (string | typeof ANY | typeof SEVERAL)[]

function segmentsOf(path: string): Segments {
  return path
    .split('/')
    .map((segment) => (segment.includes('{+') ? SEVERAL : segment.includes('{') ? ANY : segment))
}

/**
 * Cached, because every operation is compared with every other one, and a large document has over a thousand
 * operations.
 */
const pathsOf = rememberedByObject((document: DocumentDescriptor): Paths => {
  const operations = document.operations.map(operationAsWritten)
  const split = operations.map(({ path, method }) => ({ segments: segmentsOf(path), method }))
  return {
    first: new Map(operations.toReversed().map((operation) => [blankPath(operation.path), operation])),
    all: split,
    byLength: Map.groupBy(split, ({ segments }) => segments.length),
    hasWide: split.some(({ segments }) => segments.includes(SEVERAL)),
  }
})

/** True if two paths can match the same URL. Anything can match after a value with several segments. */
function overlaps(left: Segments, right: Segments): boolean {
  const ends = [left, right].map((path) => path.indexOf(SEVERAL)).filter((end) => end !== -1)
  if (ends.length === 0 && left.length !== right.length) return false
  return left.slice(0, Math.min(left.length, ...ends)).every((segment, index) => {
    const other = right[index]
    return segment === other || segment === ANY || other === ANY
  })
}
