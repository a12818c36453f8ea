import type { Reason } from '../refusals/refusal.ts'

/** Reasons why a domain is refused or not verified. */
export const domainRefusals = {
  domainSyntax: {
    status: 400,
    code: 'invalid_input',
    detail: 'Enter a valid domain or subdomain name.',
  },
  domainTaken: { status: 400, code: 'unique', detail: 'This domain already exists.' },
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
  nameSystemFailed: {
    status: 503,
    code: 'name_system_failed',
    detail: 'The DNS lookup failed. Try again later.',
  },
} as const satisfies Readonly<Record<string, Reason>>
