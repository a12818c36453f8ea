import {
  type DocumentDescriptor,
  METHODS,
  mayRefuseFor,
  type OperationDescriptor,
  operationAsWritten,
} from '@concordat/runtime/http'
import { pathClause } from '../../../data/document/clause.ts'
import {
  blankPath,
  boundPathValues,
  hasMadeUpValue,
  type PathBinding,
  type PathValues,
} from '../../../data/document/path-binding.ts'
import { type Answer, isAbsence, isRefusal } from '../../../data/exchange/answer.ts'
import type { Cause } from '../../../data/outcome/cause.ts'
import { type Finding, mergedFindings } from '../../../data/outcome/finding.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { allVerdicts, NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Check, CheckContext, KnownViolation } from '../../check.ts'
import { rules } from './rules.ts'
import { checkTrailingSlash } from './trailing-slash.ts'

/**
 * Methods that are tried. Servers and proxies handle HEAD, OPTIONS and TRACE themselves. QUERY is new, and
 * many servers reject it without reading it.
 */
const ASKED = METHODS.filter((method) => !['HEAD', 'OPTIONS', 'TRACE', 'QUERY'].includes(method))
/** Statuses of redirects, such as one that adds or removes a trailing slash. */
const REDIRECTS = [301, 302, 307, 308]

/** A path rejects undocumented methods with 405 and lists the documented ones. */
export const methods: Check = {
  code: 'methods',
  description:
    'A method that the document does not list for a path gets a 405 with an "Allow" header that lists the documented methods. If the document makes trailing slashes optional, a read has the same status and media type with and without one.',
  assertions: Object.values(rules),
  example: '`PUT /pets` returns 404 instead of 405 with `Allow: GET, POST`.',
  fix: 'If the router knows the path but not the method, respond with 405 and `Allow`.',
  reserve: { fraction: 0.02 },
  applies: (operation, document) =>
    isFirstOfPath(operation, document) &&
    (document.trailingSlash !== undefined || undocumentedMethods(operation, document).length > 0),
  title: () => 'an undocumented method gets 405 with the documented methods in Allow',
  async run(context, asked) {
    const operation = operationAsWritten(asked)
    const undocumented = undocumentedMethods(operation, context.document)
    const { binding, path, candidates } = await chooseSafe(context, operation, undocumented)
    const slash = await checkTrailingSlash(context, asked)
    const answers = await context.together(candidates, async (method) => {
      const sending = { operation, path, method }
      const { answer } = await context.attempt(operation, { expecting: 'refusal', at: { binding }, sending })
      return { method, answer }
    })
    const isGone =
      answers.some(({ answer }) => isAbsence(answer)) &&
      (hasMadeUpValue(binding) || (await isNowhere(context, asked)))
    const telling = answers.filter(({ method, answer }) => {
      if (REDIRECTS.includes(answer.status) || mayRefuseFor(answer.status, 'caller', 'pace', 'capacity'))
        return false
      if (isUnheardOf(method, context.document) && answer.status === 501) return false
      return !(isGone && isAbsence(answer))
    })
    const verdict = allVerdicts([
      ...(telling.length === 0 ? [new NotRun(whyUntried(context, { undocumented, candidates }))] : []),
      slash,
      ...telling.map((told) => judge(context, operation, told)),
    ])
    return verdict instanceof NotRun ? verdict : mergedFindings(verdict)
  },
}

/**
 * True if the documented method finds nothing at the path, or is not sent. A 404 then says nothing about
 * another method.
 */
async function isNowhere(context: CheckContext, operation: OperationDescriptor): Promise<boolean> {
  const call = await resultIfRun(() => context.call(operation))
  return call === undefined || isAbsence(call.answer)
}

interface Safe {
  readonly binding: PathBinding
  readonly path: PathValues
  /** Methods that the rule is allowed to try on the path. */
  readonly candidates: readonly string[]
}

/** Explains why no undocumented method proved anything. */
function whyUntried(
  { pool: { permission } }: CheckContext,
  {
    undocumented,
    candidates,
  }: { readonly undocumented: readonly string[]; readonly candidates: readonly string[] },
): Reason {
  const forbidden = undocumented.find((method) => permission.forbidsMethod(method))
  if (candidates.length === 0 && forbidden !== undefined) return { kind: 'reads only', method: forbidden }
  const isUnsafe = candidates.length === 0 && !permission.isDisposable
  return { kind: 'method untried', ...(isUnsafe && { setting: '--disposable' as const }) }
}

/**
 * Chooses a path on which undocumented methods are safe. They are allowed to harm only the disposable item.
 * If there is none, a real item gets only harmless methods. If there are no such methods, a missing item gets
 * all methods except PUT, which might create it.
 */
async function chooseSafe(
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

function isFirstOfPath(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  return (
    pathsOf(document).first.get(blankPath(operationAsWritten(operation).path)) ===
    operationAsWritten(operation)
  )
}

/**
 * Methods that are not documented for any path that could match the same URL: "/pets/mine" can also match
 * "/pets/{petId}".
 */
function undocumentedMethods(operation: OperationDescriptor, document: DocumentDescriptor): string[] {
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
const known = new WeakMap<DocumentDescriptor, Paths>()

function pathsOf(document: DocumentDescriptor): Paths {
  const paths = known.get(document) ?? indexPaths(document)
  known.set(document, paths)
  return paths
}

function indexPaths(document: DocumentDescriptor): Paths {
  const operations = document.operations.map(operationAsWritten)
  const split = operations.map(({ path, method }) => ({ segments: segmentsOf(path), method }))
  return {
    first: new Map(operations.toReversed().map((operation) => [blankPath(operation.path), operation])),
    all: split,
    byLength: Map.groupBy(split, ({ segments }) => segments.length),
    hasWide: split.some(({ segments }) => segments.includes(SEVERAL)),
  }
}

/** True if two paths can match the same URL. Anything can match after a value with several segments. */
function overlaps(left: Segments, right: Segments): boolean {
  const ends = [left, right].map((path) => path.indexOf(SEVERAL)).filter((end) => end !== -1)
  if (ends.length === 0 && left.length !== right.length) return false
  return left.slice(0, Math.min(left.length, ...ends)).every((segment, index) => {
    const other = right[index]
    return segment === other || segment === ANY || other === ANY
  })
}

/** @see RFC 9110, 15.6.2: 501 is right for a method that the server does not support anywhere */
function isUnheardOf(method: string, document: DocumentDescriptor): boolean {
  return document.operations.every((operation) => operationAsWritten(operation).method !== method)
}

/** The server is assumed to have one table of methods for all paths, so this fault has a single cause. */
const allowCause: Cause = { kind: 'everywhere', what: 'Allow does not match the documented methods' }

function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  { method, answer }: { method: string; answer: Answer },
): Finding[] {
  const report = (told: Pick<KnownViolation, 'breaks' | 'expecting' | 'fact' | 'cause'>): Finding[] => [
    context.finding({ operation, answer, clause: pathClause(operation), ...told }),
  ]
  const isRefused = isRefusal(answer) || answer.status === 501
  if (answer.status !== 405)
    return report({
      breaks: rules['not-allowed'],
      expecting: 'refusal',
      fact: { kind: 'method answered', method },
      ...(isRefused && {
        cause: { kind: 'everywhere', what: 'undocumented methods do not get 405' } as const,
      }),
    })
  // An equal path below another base path is a different path, so its methods do not count.
  const alike = context.document.operations
    .map(operationAsWritten)
    .filter(
      ({ path, server }) =>
        blankPath(path) === blankPath(operation.path) && server?.url === operation.server?.url,
    )
  const documented = [...new Set(alike.map((other) => other.method))]
  const allow = answer.headers.get('allow')
  const allowed = (allow ?? '').split(',').map((name) => name.trim().toUpperCase())
  const lists = (name: string) => allowed.includes(name.toUpperCase())
  if (documented.every(lists) && !lists(method)) return []
  return allow === null
    ? report({ breaks: rules.allow, fact: { kind: 'no Allow', methods: documented }, cause: allowCause })
    : report({
        breaks: rules.allow,
        fact: { kind: 'wrong Allow', methods: documented, received: allow },
        cause: allowCause,
      })
}
