import type { Difference } from '../diff.ts'
import { answerOf, bodyOf, DONE, inQuery, withText } from './least-operations.ts'
import type { NamedChange } from './named.ts'
import type { Told } from './tool.ts'

/** The reason why Redocly calls a change breaking and we do not. */
interface NamedFinding extends Omit<NamedChange, 'fits'> {
  readonly explains: (told: Told, difference: Difference) => boolean
}

/**
 * True for a finding of one of these rules whose text matches. The text ends with the location:
 * "(responses/404/content/…)".
 */
const finding =
  (rules: readonly string[], says: RegExp = /(?:)/): ((told: Told) => boolean) =>
  ({ id, text }) =>
    rules.includes(id) && says.test(text)

const text = { type: 'object', properties: { text: { type: 'string' } } }

const described = (
  ...all: readonly (readonly [name: string, type: string, description: string])[]
): object => ({
  parameters: all.map(([name, type, description]) => ({ name, in: 'query', description, schema: { type } })),
  responses: DONE,
})

const FINDINGS: readonly NamedFinding[] = [
  {
    reason:
      'Renaming an operation renames functions in code. Callers that change nothing send the same requests (docs/diff.md).',
    explains: finding(['operation-id-changed']),
    example: [
      { operationId: 'one', responses: DONE },
      { operationId: 'other', responses: DONE },
    ],
  },
  {
    reason:
      'Clients throw an error for every failure, whatever its content and whether or not it is documented (docs/diff.md).',
    explains: ({ text: said }) => /\((responses\/([45]|default))/.test(said),
    example: [{ responses: { ...DONE, 404: { description: 'None' } } }, { responses: DONE }],
  },
  {
    reason: '`format: int32` and `int64` change nothing on the wire (docs/diff.md).',
    explains: finding(['schema-constraint-changed'], /^`format`.* to 'int(32|64)'/),
    example: [inQuery({ type: 'integer' }), inQuery({ type: 'integer', format: 'int64' })],
  },
  {
    reason:
      'Types treat a schema with `properties` and no type as an object, so callers send only objects even before `type: object` is added.',
    explains: finding(['schema-type-changed'], /narrowed from 'any' to 'object'/),
    example: [bodyOf({ properties: text.properties }), bodyOf(text)],
  },
  {
    reason: 'Redocly mistakes a parameter for another one with a similar description.',
    explains: ({ text: said }, { theirs, milder }) =>
      said.includes('(parameters/') &&
      [...theirs, ...milder].some((told) => /^name was modified|was renamed/.test(told.text)),
    example: [
      described(
        ['roomId', 'integer', 'The globally unique identifier of the account.'],
        ['accountId', 'string', 'The id of the account.'],
      ),
      described(
        ['roomId', 'integer', 'The ID of the room.'],
        ['accountId', 'string', 'The globally unique identifier of the account.'],
      ),
    ],
  },
  {
    reason: 'A request that still contains what was removed works as before (docs/diff.md).',
    explains: ({ id, text: said }) =>
      id === 'parameter-removed' || (id === 'property-removed' && said.includes('(requestBody')),
    example: [inQuery({ type: 'integer' }), { responses: DONE }],
  },
  {
    reason: 'A response could already omit an optional property before the property was removed.',
    explains: finding(['property-removed'], /^Property .*\(responses\/2/),
    example: [answerOf(text), answerOf({ type: 'object', properties: {} })],
  },
  {
    reason:
      'The parts of an `allOf` form one schema. Redocly compares the parts as they are written, so it reports a change when a keyword moves into a part or is stated twice.',
    explains: (told) =>
      finding(['schema-combinator-changed'], /`allOf`/)(told) ||
      finding(['property-removed'], /^All properties/)(told) ||
      finding(['schema-type-changed'], /widened from 'object' to 'any'/)(told) ||
      finding(['schema-type-changed', 'schema-constraint-changed'], /\/allOf\//)(told),
    example: [bodyOf(text), bodyOf({ allOf: [text] })],
  },
  {
    reason:
      'Only operations that clients call can be broken. Changes to webhooks are reported, but webhooks are not listed as broken.',
    explains: () => true,
    example: [withText({ enum: ['a'] }), withText({ enum: ['a', 'b'] })],
    isWebhook: true,
  },
]

/** A difference gets the explanation of its first finding, provided that all its findings have one. */
export const NAMED_OF_REDOCLY: readonly NamedChange[] = FINDINGS.map(({ explains, ...name }) => ({
  ...name,
  fits: (difference) => {
    const { operation, ours, theirs } = difference
    const [first] = theirs
    const known = FINDINGS.filter(({ isWebhook = false }) => isWebhook === operation.includes('webhook:'))
    const isNamed = (told: Told): boolean => known.some((finding) => finding.explains(told, difference))
    const isFirst =
      first !== undefined && explains(first, difference) && name.isWebhook === known[0]?.isWebhook
    return ours.length === 0 && isFirst && theirs.every(isNamed)
  },
}))
