import type { Reason } from './refusal.ts'

/** Reasons, in addition to the document's validation, for which any part of the service rejects a request. */
export const generalRefusals = {
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
    detail: 'This time is outside the years 1 to 9999 (UTC).',
  },
  regexSyntax: { status: 400, code: 'invalid_input', detail: 'This is not a valid regular expression.' },
  tooManySearches: {
    status: 503,
    code: 'busy',
    detail: 'Other searches by you or your organization are still running. Try again in a moment.',
    headers: { 'retry-after': '5' },
  },
  metAnother: {
    status: 503,
    code: 'busy',
    detail: 'Another request changed the same data at the same time. Try again in a moment.',
    headers: { 'retry-after': '1' },
  },
  null: { status: 400, code: 'null', detail: 'This field may not be null.' },
} as const satisfies Readonly<Record<string, Reason>>
