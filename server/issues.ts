import type { Issue } from '../runtime/schema/schema.ts'
import type { RequestIssue } from '../runtime/server/problem.ts'

/** Code, sentence and member of a violated schema rule. */
export interface ValidationError {
  readonly code: string
  readonly detail: string
  readonly attr: string | null
}

/** Words a violated rule of a schema as the service words its own rules. */
export function validationError(outer: RequestIssue): ValidationError {
  const { path, issue } = innermost(outer)
  const missing = issue.keyword === 'required' ? [String(issue.params['missingProperty'])] : []
  const names = path.at(-1) === missing[0] ? path : [...path, ...missing]
  const attr = names.length === 0 ? null : names.join('__')
  const [code, detail] = (byKeyword[issue.keyword] ?? otherwise)(issue, names.at(-1))
  return { code, detail, attr }
}

/** Of alternatives, the issue of the one that has the value's type: the others were hardly meant. */
function innermost({ issue, ...place }: RequestIssue): RequestIssue {
  const branches = (issue.params['branches'] ?? []) as readonly (readonly Issue[])[]
  const isMeant = (issues: readonly Issue[]) =>
    issues.every(({ keyword, instancePath }) => keyword !== 'type' || instancePath !== issue.instancePath)
  const meant = branches.filter(isMeant)
  const [inner] = meant[0] ?? []
  if (meant.length !== 1 || inner === undefined) return { issue, ...place }
  const steps = inner.instancePath.slice(issue.instancePath.length).split('/').slice(1)
  return innermost({ ...place, path: [...place.path, ...steps], issue: inner })
}

type Words = readonly [code: string, detail: string]
type Wording = (issue: Issue, name: string | number | undefined) => Words

const byKeyword: Readonly<Record<string, Wording>> = {
  required: () => ['required', 'This field is required.'],
  type: ({ params }) => typeWords(params['type']),
  enum: () => ['invalid_choice', 'This value is not a valid choice.'],
  const: () => ['invalid_choice', 'This value is not a valid choice.'],
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
  pattern: (issue, name) => patternWords(issue, name),
  format: (issue, name) => patternWords(issue, name),
}

const otherwise: Wording = ({ message }) => ['invalid_input', `This value ${message}.`]

/** Sentences that say more than the schema's rule. */
const patternDetails: Readonly<Record<string, string>> = {
  domain: 'Please enter a valid domain or subdomain name.',
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
  return ['invalid_input', typeDetails[type] ?? `Expected a value of the type "${type}".`]
}
