import type { Foundation } from '../feature/foundation.ts'

/** Dependencies of invites besides the foundation. */
export interface InviteParts extends Foundation {
  /** Address of the page where people accept an invite; `undefined` if there is none. */
  readonly inviteAddress: (id: string) => string | undefined
  /** Maximum number of an organization's invites in 24 hours. */
  readonly invitesPerDay: number
}
