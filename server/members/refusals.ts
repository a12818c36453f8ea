import type { Reason } from '../refusals/refusal.ts'

/** Reasons for rejecting a change to members. */
export const memberRefusals = {
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
} as const satisfies Readonly<Record<string, Reason>>
