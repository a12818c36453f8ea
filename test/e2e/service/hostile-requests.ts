import type { OperationDescriptor } from '@concordat/runtime/http'
import fc from 'fast-check'
import { hostileHeaders } from './hostile-headers.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import type { SampleRequest } from './sample-requests.ts'
import { leavesOf, type Position, replaceAt } from './substitution.ts'

/** A request as it is sent over the wire. */
export interface WireRequest {
  readonly method: string
  /** Path and query, already escaped, possibly incorrectly. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Returns a value that is hostile as a whole or in a few positions. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const positions = leavesOf(value)
  const prefixes = positions.flatMap((position) => position.map((_, index) => position.slice(0, index + 1)))
  const places: readonly Position[] = prefixes.length === 0 ? [[]] : prefixes
  const change = fc
    .constantFrom(...places)
    .chain((position) => fc.tuple(fc.constant(position), replacementFor(valueAt(value, position))))
  return fc.oneof(
    { weight: 1, arbitrary: hostileValue },
    {
      weight: 6,
      arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) =>
        // The first change may have removed the second change's position.
        changes.reduce(
          (made, [position, hostile]) => (has(made, position) ? replaceAt(made, position, hostile) : made),
          value,
        ),
      ),
    },
  )
}

/** Usually replaces a value with one of the same type, because any other is rejected early. */
function replacementFor(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'string') return hostileValue
  return fc.oneof({ weight: 5, arbitrary: hostileText }, { weight: 1, arbitrary: hostileValue })
}

const valueAt = (value: unknown, position: Position) =>
  position.reduce<unknown>((inner, name) => Object(inner)[name], value)

function has(value: unknown, position: Position): boolean {
  const parent = valueAt(value, position.slice(0, -1))
  return position.length === 0 || (typeof parent === 'object' && parent !== null)
}

/** Returns text for a URL, escaped correctly. */
const inUrl = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.slice(0, 6000).toWellFormed())
}

const badEscapes = fc.constantFrom('%', '%zz', '%c0%ae', '%ff', '%00', '%u0041', '%ed%a0%80')

/**
 * Requests for an operation that are mostly right and partly wrong, so that they get far.
 * @param path the path, with ids that exist.
 */
export function hostileRequests(
  operation: OperationDescriptor,
  { path, sample }: { path: string; sample: SampleRequest },
): fc.Arbitrary<WireRequest> {
  const names = (operation.parameters ?? []).filter(({ in: at }) => at === 'query').map(({ name }) => name)
  const known = Object.entries(sample.query).map(([name, value]) => [name, mutated(value)])
  const unknown = names.filter((name) => !(name in sample.query)).map((name) => [name, hostileValue])
  const query = fc.record<Record<string, unknown>>(Object.fromEntries([...known, ...unknown]), {
    requiredKeys: [],
  })
  const steps = path.split('/')
  const lastStep = fc.tuple(fc.nat(steps.length - 2), fc.oneof(hostileText.map(inUrl), badEscapes))
  return fc
    .record({
      change: fc.constantFrom('query', 'query', 'body', 'body', 'body', 'path', 'headers', 'raw', 'all'),
      query,
      step: lastStep,
      headers: hostileHeaders,
      body: mutated(sample.body ?? {}),
      raw: fc.oneof(
        fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
        fc.constantFrom(
          '',
          '{',
          '[',
          '"',
          'null',
          '{"a":1,"a":2}',
          '{"__proto__":1}',
          '\ufeff{}',
          '[1e999]',
          `${'['.repeat(1e5)}`,
        ),
      ),
      repeated: fc.boolean(),
    })
    .map(({ change, query: changed, step: [index, text], headers: wrong, body, raw, repeated }) => {
      const does = (part: string) => change === part || change === 'all'
      const pairs = Object.entries(does('query') ? { ...sample.query, ...changed } : sample.query).map(
        ([name, value]) => `${encodeURIComponent(name)}=${inUrl(value)}`,
      )
      const all = repeated && does('query') ? [...pairs, ...pairs.slice(0, 1)] : pairs
      const target = change === 'path' ? steps.with(index + 1, text).join('/') : path
      const hasBody =
        operation.method !== 'GET' && (sample.body !== undefined || does('body') || change === 'raw')
      const content = change === 'raw' ? raw : JSON.stringify(does('body') ? body : sample.body)
      return {
        method: operation.method,
        target: all.length === 0 ? target : `${target}?${all.join('&')}`,
        headers: { ...(hasBody && { 'content-type': 'application/json' }), ...(does('headers') && wrong) },
        ...(hasBody && content !== undefined && { body: content }),
      }
    })
}
