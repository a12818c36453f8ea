import type { SecretBox } from '../secrets/secret-box.ts'

/** Path at which invited people accept. */
export const invitePath = '/invites/accept'

const context = 'invites/accept'

/** A text that only the e-mail of an invite contains; its id is known to all members of the organization. */
export function makeInviteToken(box: SecretBox, id: string): string {
  return box.seal(id, context)
}

/** The id of an invite; `undefined` for a token that was not created here. */
export function readInviteToken(box: SecretBox, token: string): string | undefined {
  try {
    return box.open(token, context)
  } catch {
    return undefined
  }
}
