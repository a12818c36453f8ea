import type { Foundation } from '../feature/foundation.ts'

/** Parts that invites need beside the foundation. */
export interface InviteParts extends Foundation {
  /** Address of the page where people accept an invite; `undefined` where there is none. */
  readonly inviteAddress: (id: string) => string | undefined
  /** Invites that an organization may make within 24 hours. */
  readonly invitesPerDay: number
}
