import { ConfigurationError } from '../configuration.ts'
import { createKey } from '../keys/keys.ts'
import { everyScope, isScope, scopes } from '../keys/scopes.ts'
import { findUser } from '../users/users.ts'
import { type Command, CommandError } from './command.ts'

/** Makes a key for a user who exists. */
export const keyCommand: Command = {
  summary: 'make a further key for a user, and print it: it cannot be had again',
  options: {
    user: 'UUID or e-mail address of the user (required)',
    scopes: `scopes joined by commas, or "${everyScope}" for all (required)`,
    label: 'what the key is for (default: admin)',
  },
  prepare({ user, scopes, label = 'admin' }) {
    if (user === undefined || scopes === undefined) {
      throw new ConfigurationError(['The command "key" needs --user and --scopes.'])
    }
    const held = readScopes(scopes)
    return async (db) => {
      const found = await findUser(db, user)
      if (found === undefined) throw new CommandError(`No user has the UUID or e-mail address "${user}".`)
      const key = await db
        .transaction()
        .execute((transaction) => createKey(transaction, { userId: found.id, label, scopes: held }))
      return { key, user_uuid: found.uuid, user_id: found.id, scopes: held }
    }
  },
}

function readScopes(text: string): string[] {
  const held = text
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')
  const unknown = held.filter((scope) => !isScope(scope))
  if (held.length > 0 && unknown.length === 0) return held
  throw new ConfigurationError([
    ...unknown.map((scope) => `"${scope}" is no scope.`),
    `--scopes takes one or more of: ${everyScope}, ${scopes.join(', ')}.`,
  ])
}
