import { HttpProblem, type ProblemKind } from '../runtime/server/problem.ts'

/** Why the service refuses a request, beyond what the document's validation finds. The one table of these answers. */
const refusals = {
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
  ownLevel: { status: 403, code: 'permission_denied', detail: "You can't change your own access level." },
  notAdministrator: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only edit others if you are an admin.',
  },
  notOwner: {
    status: 403,
    code: 'permission_denied',
    detail: "You can only make another member owner if you're this organization's owner.",
  },
  levelAboveOwn: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only change access level of others to lower or equal to your current one.',
  },
  memberAboveOwn: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only edit others with level lower or equal to you.',
  },
  ownerLeaves: { status: 400, code: 'invalid_input', detail: 'Cannot leave the organization as its owner!' },
  blank: { status: 400, code: 'blank', detail: 'This field may not be blank.' },
  nullCharacter: {
    status: 400,
    code: 'null_characters_not_allowed',
    detail: 'Null characters are not allowed.',
  },
  domainSyntax: {
    status: 400,
    code: 'invalid_input',
    detail: 'Please enter a valid domain or subdomain name.',
  },
  domainTaken: { status: 400, code: 'unique', detail: 'domain with this domain already exists.' },
  domainVerified: {
    status: 400,
    code: 'already_verified',
    detail: 'This domain has already been verified.',
  },
  domainNotVerified: {
    status: 400,
    code: 'verification_required',
    detail: 'This attribute cannot be updated until the domain is verified.',
  },
  notImplemented: { status: 501, code: 'not_implemented', detail: 'This operation is not implemented yet.' },
} as const

const kinds = {
  400: 'invalid-body',
  403: 'forbidden',
  404: 'not-found',
  501: 'not-implemented',
} as const satisfies Record<number, ProblemKind>

/** An answer other than success that a rule of the service demands; throw it from anywhere below a handler. */
export class Refusal extends HttpProblem {
  override readonly name = 'Refusal'
  readonly code: string
  /** The member of the body that is at fault. */
  readonly attr: string | null

  constructor(reason: keyof typeof refusals, attr: string | null = null) {
    const { status, code, detail } = refusals[reason]
    super({ kind: kinds[status], detail })
    this.code = code
    this.attr = attr
  }
}
