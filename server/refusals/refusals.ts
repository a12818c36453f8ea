import { HttpProblem, type ProblemKind } from '@concordat/runtime/server'
import { analysisRefusals } from '../analysis/refusals.ts'
import { exportRefusals } from '../batch-exports/refusals.ts'
import { captureRefusals } from '../capture/refusals.ts'
import { domainRefusals } from '../domains/refusals.ts'
import { inviteRefusals } from '../invites/refusals.ts'
import { memberRefusals } from '../members/refusals.ts'
import { personRefusals } from '../persons/refusals.ts'
import { pluginRefusals } from '../plugins/refusals.ts'

/** Why any part of the service refuses a request, beyond what the document's validation finds. */
const generalRefusals = {
  notFound: { status: 404, code: 'not_found', detail: 'Not found.' },
  organizationNotFound: { status: 404, code: 'not_found', detail: 'Organization not found.' },
  projectNotFound: { status: 404, code: 'not_found', detail: 'Project not found.' },
  noOrganization: { status: 404, code: 'not_found', detail: 'You need to belong to an organization.' },
  forbidden: {
    status: 403,
    code: 'permission_denied',
    detail: 'You do not have permission to perform this action.',
  },
  levelTooLow: {
    status: 403,
    code: 'permission_denied',
    detail: 'Your organization access level is insufficient.',
  },
  blank: { status: 400, code: 'blank', detail: 'This field may not be blank.' },
  nullCharacter: {
    status: 400,
    code: 'null_characters_not_allowed',
    detail: 'Null characters are not allowed.',
  },
  nestedTooDeep: {
    status: 400,
    code: 'invalid_input',
    detail: 'A value is nested more than 200 levels deep.',
  },
  momentOutOfRange: {
    status: 400,
    code: 'invalid_input',
    detail: 'This moment is not in a year from 1 to 9999 of UTC.',
  },
  tooManySearches: {
    status: 503,
    code: 'busy',
    detail: 'Other searches of this organization are still under way. Try again in a moment.',
    headers: { 'retry-after': '5' },
  },
  null: { status: 400, code: 'null', detail: 'This field may not be null.' },
} as const

/** All of these answers: each part of the service has a table of its own beside its code, and no two share a name. */
export const refusals = {
  ...memberRefusals,
  ...inviteRefusals,
  ...domainRefusals,
  ...captureRefusals,
  ...exportRefusals,
  ...analysisRefusals,
  ...personRefusals,
  ...pluginRefusals,
  ...generalRefusals,
} as const

const kinds = {
  400: 'invalid-body',
  401: 'credentials-rejected',
  403: 'forbidden',
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'handler-failed',
} as const satisfies Record<number, ProblemKind>

/** An answer other than success that a rule of the service demands; throw it from anywhere below a handler. */
export class Refusal extends HttpProblem {
  override readonly name = 'Refusal'
  declare readonly status: number
  readonly code: string
  /** The member of the body that is at fault. */
  readonly attr: string | null

  /** @param detail default: that of the reason. */
  constructor(
    reason: keyof typeof refusals,
    attr: string | null = null,
    detail: string = refusals[reason].detail,
  ) {
    const refusal = refusals[reason]
    const { status, code } = refusal
    super({ kind: kinds[status], status, detail, ...('headers' in refusal && { headers: refusal.headers }) })
    this.code = code
    this.attr = attr
  }
}
