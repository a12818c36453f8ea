import { inTransaction } from '../database/retry.ts'
import { createKey, expireKey, findKeys } from '../keys/keys.ts'
import { everyScope, isScope, scopes } from '../keys/scopes.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import { findUser } from '../users/users.ts'
import { type Command, CommandError } from './command.ts'

/** Creates a key for an existing user. */
export const keyCommand: Command = {
  summary: 'create another key for a user and print it; it cannot be shown again',
  options: {
    user: 'UUID or e-mail address of the user (required)',
    scopes: `scopes separated by commas, or "${everyScope}" for all (required)`,
    label: 'what the key is for (default: admin)',
    days: 'days until the key expires (default: never)',
  },
  prepare({ user, scopes, label = 'admin', days }) {
    if (user === undefined || scopes === undefined) {
      throw new ConfigurationError(['The command "key" needs --user and --scopes.'])
    }
    const held = readScopes(scopes)
    const expiresAt = days === undefined ? null : inDays(readDays('days', days))
    return async (db) => {
      const found = await findUser(db, user)
      if (found === undefined) throw new CommandError(`No user has the UUID or e-mail address "${user}".`)
      const key = await inTransaction(db, (transaction) =>
        createKey(transaction, { userId: found.id, label, scopes: held, expiresAt }),
      )
      const ends = expiresAt === null ? {} : { expires_at: expiresAt.toISOString() }
      return { key, user_uuid: found.uuid, user_id: found.id, scopes: held, ...ends }
    }
  },
}

/**
 * Creates a key that replaces another key. The old key stays valid for a while, so that callers can switch
 * without a gap.
 */
export const rotateKeyCommand: Command = {
  summary:
    'replace a key and print the new one, which cannot be shown again; the old key expires within --keep days',
  options: {
    key: 'the key, or its masked form as shown in the log, such as phx_...abcd (required)',
    keep: 'days until the old key expires; 0 revokes it at once (default: 1)',
    days: 'days until the new key expires (default: never)',
  },
  prepare({ key, keep = '1', days }) {
    if (key === undefined) throw new ConfigurationError(['The command "rotate-key" needs --key.'])
    const ends = inDays(readDays('keep', keep))
    const expiresAt = days === undefined ? null : inDays(readDays('days', days))
    return async (db) =>
      await inTransaction(db, async (transaction) => {
        const [old, ...others] = await findKeys(transaction, key)
        if (old === undefined) throw new CommandError('There is no such key.')
        if (others.length > 0)
          throw new CommandError(`${others.length + 1} keys match that mask. Specify the key itself.`)
        const { user_id: userId, label, scopes } = old
        const made = await createKey(transaction, { userId, label, scopes, expiresAt })
        await expireKey(transaction, old, ends)
        return { key: made, user_id: userId, scopes, old_key_ends: ends.toISOString() }
      })
  },
}

function readDays(option: string, text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new ConfigurationError([
    `--${option} is "${text}". Expected: a whole number of days from 0 to 99999.`,
  ])
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000)
}

function readScopes(text: string): string[] {
  const held = text
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')
  const unknown = held.filter((scope) => !isScope(scope))
  if (held.length > 0 && unknown.length === 0) return held
  throw new ConfigurationError([
    ...unknown.map((scope) => `"${scope}" is not a scope.`),
    `--scopes accepts one or more of: ${everyScope}, ${scopes.join(', ')}.`,
  ])
}
