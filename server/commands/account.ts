import { changesBetween } from '../activity/changes.ts'
import { recordOfUser } from '../activity/user-activity.ts'
import { inTransaction } from '../database/retry.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import type { User } from '../users/tables.ts'
import { findUser } from '../users/users.ts'
import { type Command, CommandError } from './command.ts'
import { readCommandFlag } from './flag.ts'

/** Options that accept true or false, with their columns. */
const flags = {
  active: 'is_active',
  'email-verified': 'is_email_verified',
  '2fa': 'is_2fa_enabled',
  'social-auth': 'has_social_auth',
} as const

/** Changes the account data that a login service would normally maintain. */
export const accountCommand: Command = {
  summary: "change a user's account",
  options: {
    user: 'UUID or e-mail address of the user (required)',
    active: "false to reject all of the user's keys, true to accept them again",
    'email-verified': 'true if the user has confirmed the e-mail address',
    '2fa': 'true if the user logs in with a second factor',
    'social-auth': 'true if the user logs in through another service',
    'first-name': 'new first name',
    'last-name': 'new last name',
  },
  prepare({ user, 'first-name': first_name, 'last-name': last_name, ...values }) {
    if (user === undefined) throw new ConfigurationError(['The command "account" needs --user.'])
    const flagged = Object.entries(flags).flatMap(([option, column]) => {
      const text = values[option]
      return text === undefined ? [] : [[column, readCommandFlag(option, text)]]
    })
    const changes: AccountChanges = Object.fromEntries(flagged)
    if (flagged.length === 0 && first_name === undefined && last_name === undefined) {
      throw new ConfigurationError([
        'The command "account" has nothing to change. Give at least one of --active, --email-verified, --2fa, --social-auth, --first-name and --last-name.',
      ])
    }
    return async (db) =>
      await inTransaction(db, async (transaction) => {
        const before = await findUser(transaction, user)
        if (before === undefined) throw new CommandError(`No user has the UUID or e-mail address "${user}".`)
        const after = await transaction
          .updateTable('users')
          .set({ ...changes, first_name, last_name })
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await recordOfUser(transaction, {
          userId: after.id,
          user: undefined,
          scope: 'User',
          itemId: after.uuid,
          activity: 'updated',
          detail: {
            name: after.email,
            changes: changesBetween<User>('User', { before, after, fields: changeable }),
          },
        })
        const shown = Object.values(flags).map((column) => [column, String(after[column])])
        return { user_uuid: after.uuid, user_id: after.id, email: after.email, ...Object.fromEntries(shown) }
      })
  },
}

const changeable = [...Object.values(flags), 'first_name', 'last_name'] as const

type AccountChanges = Partial<Record<(typeof flags)[keyof typeof flags], boolean>>
