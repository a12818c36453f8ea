import { didYouMean } from '@concordat/runtime/nearest'
import type { Issue } from '@concordat/runtime/schema'
import type { RequestIssue } from '@concordat/runtime/server'
import { document } from '../../generated/operations.ts'

/** The code, sentence and property for a violated schema rule. */
export interface ValidationError {
  readonly code: string
  readonly detail: string
  readonly attr: string | null
}

/** Describes a violated schema rule in the same form as the service's own rules. */
export function validationError({ path, issue: found, value }: RequestIssue): ValidationError {
  const issue = firstMissing(found) ?? found
  const property = issue.params['missingProperty'] ?? issue.params['additionalProperty']
  const missing = property === undefined ? [] : [String(property).slice(0, quotedLength).toWellFormed()]
  const names = path.at(-1) === missing[0] ? path : [...path, ...missing]
  const attr = names.length === 0 ? null : names.join('__')
  const word = value === null ? nullWords : (byKeyword[issue.keyword] ?? otherwise)
  const [code, detail] = word(issue, { name: names.at(-1), value })
  return { code, detail, attr }
}

/**
 * The error for an invalid person id, which explains how to find a person by distinct id.
 * @returns `undefined` for any other schema rule.
 */
export function identifierError({ issue: { schemaPath }, value }: RequestIssue): ValidationError | undefined {
  if (!schemaPath.startsWith('#/$defs/PersonId/')) return undefined
  const distinctId = String(value).toWellFormed()
  const detail = `This does not look like the id of a person. If it is a distinct id, use /persons?distinct_id=${distinctId.length > quotedLength ? 'ID' : encodeURIComponent(distinctId)} instead.`
  return { code: 'invalid_input', detail, attr: null }
}

/**
 * An issue for the first missing property, if alternatives require one property each and all of them are
 * missing.
 */
function firstMissing({ params: { branches } }: Issue): Issue | undefined {
  if (!Array.isArray(branches)) return undefined
  const alternatives = branches as readonly (readonly Issue[])[]
  const isNeeding = (issues: readonly Issue[]) => issues.length === 1 && issues[0]?.keyword === 'required'
  return alternatives.every(isNeeding) ? alternatives[0]?.[0] : undefined
}

type Words = readonly [code: string, detail: string]
type Wording = (issue: Issue, member: Member) => Words

/** Member with the problem. */
interface Member {
  readonly name: string | number | undefined
  readonly value: unknown
}

const byKeyword: Readonly<Record<string, Wording>> = {
  required: () => ['required', 'This field is required.'],
  type: ({ params }) => typeWords(params['type']),
  enum: (_, { value }) => choiceWords(value),
  const: (_, { value }) => choiceWords(value),
  additionalProperties: unknownWords,
  discriminator: (_, { value }) => choiceWords(value),
  minLength: ({ params: { limit } }) =>
    limit === 1
      ? ['blank', 'This field may not be blank.']
      : ['min_length', `Ensure this field has at least ${limit} characters.`],
  maxLength: ({ params: { limit } }) => [
    'max_length',
    `Ensure this field has no more than ${limit} characters.`,
  ],
  maxItems: ({ params: { limit } }) => [
    'max_length',
    `Ensure this field has no more than ${limit} elements.`,
  ],
  minimum: ({ params: { limit } }) => [
    'min_value',
    `Ensure this value is greater than or equal to ${limit}.`,
  ],
  maximum: ({ params: { limit } }) => ['max_value', `Ensure this value is less than or equal to ${limit}.`],
  pattern: (issue, { name }) => patternWords(issue, name),
  format: (issue, { name }) => patternWords(issue, name),
}

const nullWords: Wording = () => ['null', 'This field may not be null.']

const otherwise: Wording = ({ message }) => ['invalid_input', `This value ${message}.`]

/** Maximum number of characters to repeat from a caller's value. */
const quotedLength = 100

function choiceWords(value: unknown): Words {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return ['invalid_choice', `"${quoted(text)}" is not a valid choice.`]
}

function quoted(text: string): string {
  return (text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text).toWellFormed()
}

/** Suggests the intended property among those that the schema allows. */
function unknownWords({ schemaPath, params }: Issue): Words {
  const [, name = ''] = /^#\/\$defs\/([^/]+)\/additionalProperties$/.exec(schemaPath) ?? []
  const schema = document.definitions[name]
  const known = typeof schema === 'object' ? Object.keys(schema.properties ?? {}) : []
  const given = String(params['additionalProperty']).slice(0, quotedLength)
  return ['unknown_field', `This field is unknown.${didYouMean(given, known)}`]
}

/** Sentences that are more helpful than the schema's rule for a string, by property. */
const patternDetails: Readonly<Record<string, string>> = {
  domain: 'Enter a valid domain or subdomain name.',
  target_email: 'Enter a valid email address.',
}

function patternWords(issue: Issue, name: string | number | undefined): Words {
  return ['invalid_input', patternDetails[String(name)] ?? `This value ${issue.message}.`]
}

const typeDetails: Readonly<Record<string, string>> = {
  string: 'Not a valid string.',
  boolean: 'Must be a valid boolean.',
  integer: 'A valid integer is required.',
  number: 'A valid number is required.',
}

function typeWords(expected: unknown): Words {
  const type = String([expected].flat()[0])
  if (type === 'array') return ['not_a_list', 'Expected a list of items.']
  return ['invalid_input', typeDetails[type] ?? `Expected a value of type "${type}".`]
}
