import type { Foundation } from '../feature/foundation.ts'

/** Everything that invites depend on in addition to the foundation. */
export interface InviteParts extends Foundation {
  /** Address of the page where people accept an invite; `undefined` if there is none. */
  readonly inviteAddress: (id: string) => string | undefined
  /** Maximum number of invites that an organization can create in any 24 hours. */
  readonly invitesPerDay: number
}
