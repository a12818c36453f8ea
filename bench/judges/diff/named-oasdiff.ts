import type { Difference } from '../diff.ts'
import type { NamedDifference } from '../differences.ts'
import { bodyOf, DONE, inQuery, withText } from './least-operations.ts'
import type { NamedChange } from './named.ts'

type Fits = NamedDifference<Difference>['fits']

/** True if only oasdiff finds errors, each with one of these IDs and a text that matches. */
const theirsAlone =
  (ids: readonly string[], says: RegExp = /(?:)/): Fits =>
  ({ ours, theirs }) =>
    ours.length === 0 && theirs.every(({ id, text }) => ids.includes(id) && says.test(text))

/**
 * True if only we find errors, each of one of these kinds. If IDs are given, oasdiff must also report one of
 * them without calling it an error.
 */
const oursAlone =
  (kinds: readonly string[], milder: readonly string[] = []): Fits =>
  (difference) =>
    difference.theirs.length === 0 &&
    difference.ours.every((kind) => kinds.includes(kind)) &&
    (milder.length === 0 || difference.milder.some(({ id }) => milder.includes(id)))

export const NAMED_OF_OASDIFF: readonly NamedChange[] = [
  {
    reason:
      'Types treat a schema with `properties` and no type as an object, so callers send only objects even before `type: object` is added.',
    fits: theirsAlone(['request-body-type-changed', 'response-body-type-changed'], /\bobject\b/),
    example: [
      bodyOf({ properties: { text: { type: 'string' } } }),
      bodyOf({ type: 'object', properties: { text: { type: 'string' } } }),
    ],
  },
  {
    reason:
      'The server sends webhooks, so limiting a body or always sending it breaks no receiver. oasdiff treats the webhook as a request to the server.',
    fits: (difference) =>
      difference.operation.includes('webhook:') &&
      theirsAlone(['request-body-became-required', 'request-property-max-length-set'])(difference),
    example: [withText({}), withText({ maxLength: 5 })],
    isWebhook: true,
  },
  {
    reason: '`format: int64` changes nothing on the wire (docs/diff.md).',
    fits: theirsAlone(
      [
        'request-parameter-type-changed',
        'request-property-type-changed',
        'request-parameter-property-type-specialized',
      ],
      /`format`.*`none` to `int64`/,
    ),
    example: [inQuery({ type: 'integer' }), inQuery({ type: 'integer', format: 'int64' })],
  },
  {
    reason: 'A changed pattern might reject values that were valid. oasdiff only warns about it.',
    fits: oursAlone(
      ['request-pattern-changed', 'response-pattern-changed'],
      ['request-property-pattern-changed', 'response-property-pattern-changed'],
    ),
    example: [withText({ pattern: '^a' }), withText({ pattern: '^b' })],
  },
  {
    reason:
      'Callers of a deprecated operation break when it is removed (docs/diff.md). oasdiff allows the removal after a deprecation.',
    fits: oursAlone(
      ['operation-removed'],
      ['api-path-removed-with-deprecation', 'api-removed-with-deprecation'],
    ),
    example: [{ deprecated: true, responses: DONE }, {}],
  },
  {
    reason:
      'A closed object combined with another one rejects the properties of both. oasdiff merges the two and reports only that properties were removed.',
    fits: oursAlone(
      ['request-additional-properties-refused', 'request-max-length-lowered', 'request-format-added'],
      ['request-property-removed'],
    ),
    example: [
      withText({}),
      bodyOf({
        allOf: [
          { type: 'object', properties: { key: { type: 'string' } }, additionalProperties: false },
          { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
        ],
      }),
    ],
  },
  {
    reason:
      'A parameter that becomes a list of the same type accepts what it accepted before, but its type changes for callers. oasdiff reports that it was widened.',
    fits: oursAlone(['request-type-changed'], ['request-parameter-type-generalized']),
    example: [inQuery({ type: 'integer' }), inQuery({ type: 'array', items: { type: 'integer' } })],
  },
]
