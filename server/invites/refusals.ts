import type { Reason } from '../refusals/refusal.ts'

/** Reasons why an invite is rejected or cannot be accepted. */
export const inviteRefusals = {
  tooManyInvites: {
    status: 429,
    code: 'throttled',
    detail:
      'This exceeds the number of invites that an organization can create within 24 hours. Send fewer, or try again later.',
    headers: { 'retry-after': '3600' },
  },
  inviteAboveOwn: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only create or delete invites whose access level is not higher than yours.',
  },
  alreadyMember: {
    status: 400,
    code: 'invalid_input',
    detail: 'A user with this email address already belongs to the organization.',
  },
  projectNotVisible: {
    status: 400,
    code: 'invalid_input',
    detail: 'This organization has no such project, or it is private and you do not have access to it.',
  },
  projectAboveOwn: {
    status: 400,
    code: 'invalid_input',
    detail: 'An invite cannot give a higher access level in a project than you have there.',
  },
  inviteExpired: {
    status: 400,
    code: 'expired',
    detail: 'This invite has expired. Ask an administrator of the organization for a new one.',
  },
  inviteForOther: {
    status: 400,
    code: 'invalid_recipient',
    detail: 'This invite is for a different email address.',
  },
} as const satisfies Readonly<Record<string, Reason>>
