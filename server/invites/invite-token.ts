import type { SecretBox } from '../secrets/secret-box.ts'

/** Path of the page on which invited people accept an invite. */
export const invitePath = '/invites/accept'

const context = 'invites/accept'

/**
 * Creates a string that only the invite's e-mail contains. The invite's id alone would not do, because all
 * members of the organization know it.
 */
export function makeInviteToken(box: SecretBox, id: string): string {
  return box.seal(id, context)
}

/** The invite's id; `undefined` for a token that `makeInviteToken` did not create. */
export function readInviteToken(box: SecretBox, token: string): string | undefined {
  try {
    return box.open(token, context)
  } catch {
    return undefined
  }
}
