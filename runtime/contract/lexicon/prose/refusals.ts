import { TAKEN } from './objections.ts'

/**
 * Subjects of error responses, as named in the document's description of a status or in the response itself.
 */
export type NamedSubject =
  | 'caller'
  | 'content'
  | 'absence'
  | 'conflict'
  | 'precondition'
  | 'state'
  | 'pace'
  | 'protocol'

/** A regular expression that recognizes the subject of an error response, with an example. */
export interface RefusalRow {
  readonly subject: NamedSubject
  readonly words: RegExp
  /** A description of a 4xx status from a real document. No other row matches it. */
  readonly text: string
}

/**
 * Words in descriptions and messages. One description can have several subjects: "Invalid input, or the quota
 * is used up".
 */
export const refusalRows: readonly RefusalRow[] = [
  {
    subject: 'conflict',
    words: TAKEN,
    text: 'The name is taken.',
  },
  {
    subject: 'state',
    words:
      /\bquotas?\b|(?<!\b(?:rate|size|length|request) )\b(?:limits?|maximum|allowance|number of [\w ]{1,30}?) (?:(?:has|have|is|are|was|were) )?(?:been )?(?:reached|exceeded|used up|exhausted)\b/i,
    text: 'The quota is used up.',
  },
  {
    subject: 'state',
    words: /\b(?:insufficient|not enough) (?:\w+ )?(?:funds|balance|credits?|stock|storage|capacity)\b/i,
    text: 'Insufficient funds',
  },
  {
    subject: 'state',
    words:
      /\b(?:(?:current|wrong|such|right|required|present) (?:state|status)|in an? (?:\w+ )?(?:state|status)|(?:state|status) transition)\b/i,
    text: 'The order is not in a state to be paid.',
  },
  {
    subject: 'state',
    words:
      /\b(?:is|are|was|were|has been|have been|because|while) (?:\w+ )?(?:locked|archived|suspended|closed|cancell?ed|completed|running|being \w+ed|not empty|not ready|in progress)\b/i,
    text: 'The account is suspended.',
  },
  {
    subject: 'absence',
    words:
      /\bnot (?:be )?found\b|\bnot exist(?:ed|s)?\b|\b(?:does|do|did)n't exist\b|\bno such\b|\bno longer exists?\b/i,
    text: 'No such pet',
  },
  {
    subject: 'caller',
    words:
      /\bunauthori[sz]ed\b|\bunauthenticated\b|\bnot (?:authori[sz]ed|permitted|authenticated|logged in)\b|\bpermissions?\b(?! (?:bits?|fields?|groups?|keys?|names?|policy|policies|sets?)\b)|\bforbidden\b|\b(?:access|permission) (?:is |was )?denied\b|\bcredentials\b/i,
    text: 'You lack the permission.',
  },
  {
    subject: 'precondition',
    words: /\bif-(?:none-)?match\b|\be-?tags?\b|\bpreconditions?\b/i,
    text: 'The ETag does not match.',
  },
  {
    subject: 'protocol',
    words: /\bwebsockets?\b.*\bupgrade\b|\bupgrade\b.*\bwebsockets?\b/i,
    text: 'websocket: the header "Connection" must contain "upgrade"',
  },
  {
    subject: 'pace',
    words: /\btoo many requests\b|\brate[- ]?limit/i,
    text: 'Too many requests',
  },
  {
    subject: 'content',
    words:
      /\b(?:invalid|malformed|not valid|illegal)(?! (?:state|status) transition\b| (?:\w+ )?(?:authenti\w+|authori[sz]ation|credentials?|tokens?|keys?|signature)\b)|\bvalidation\b|\bunprocessable\b|\bbad (?:request|parameters?|input|arguments?)\b/i,
    text: 'Invalid input',
  },
]

/**
 * The subjects in the description of an error response, or in the response itself. @param rows The known
 * words.
 */
export function subjectsNamed(
  text: string,
  rows: readonly RefusalRow[] = refusalRows,
): ReadonlySet<NamedSubject> {
  const words = text.replaceAll('_', ' ')
  return new Set(rows.flatMap((row) => (row.words.test(words) ? [row.subject] : [])))
}
