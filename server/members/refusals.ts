import type { Reason } from '../refusals/refusal.ts'

/** Reasons for rejecting a change to members. */
export const memberRefusals = {
  ownLevel: { status: 403, code: 'permission_denied', detail: "You can't change your own access level." },
  notAdministrator: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only edit other members if you are an administrator or owner.',
  },
  notOwner: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only make another member an owner if you are an owner of this organization.',
  },
  levelAboveOwn: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only set an access level that is not higher than yours.',
  },
  memberAboveOwn: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only edit or remove members whose access level is not higher than yours.',
  },
  ownerLeaves: {
    status: 400,
    code: 'invalid_input',
    detail: 'An owner cannot leave or be removed from the organization.',
  },
} as const satisfies Readonly<Record<string, Reason>>
