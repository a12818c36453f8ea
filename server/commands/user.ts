import { inTransaction } from '../database/retry.ts'
import { recordJoining } from '../members/joining.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import type { Level } from '../tenancy/tenancy.ts'
import { isTenantUuid, levels } from '../tenancy/tenancy.ts'
import { createUser, findUser, makeUserMember } from '../users/users.ts'
import { type Command, CommandError } from './command.ts'

/** Makes a user a member of an organization. Creates the user first if the e-mail address is new. */
export const userCommand: Command = {
  summary: 'make a user a member of an organization, and create the user if the e-mail address is new',
  options: {
    email: 'e-mail address of the user (required)',
    organization: 'UUID of the organization (required)',
    level: '1 member, 8 administrator, 15 owner (default: 1)',
    'first-name': 'first name of a new user',
  },
  prepare({ email, organization, level: levelText = '1', 'first-name': firstName = '' }) {
    if (email === undefined || organization === undefined) {
      throw new ConfigurationError(['The command "user" needs --email and --organization.'])
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw new ConfigurationError([`"${email}" is not an e-mail address.`])
    }
    const level = readLevel(levelText)
    return async (db) =>
      await inTransaction(db, async (transaction) => {
        const known = isTenantUuid(organization)
          ? await transaction
              .selectFrom('organizations')
              .select('id')
              .where('id', '=', organization)
              .executeTakeFirst()
          : undefined
        if (known === undefined) throw new CommandError(`No organization has the UUID "${organization}".`)
        const user =
          (await findUser(transaction, email)) ?? (await createUser(transaction, { email, firstName }))
        const membership = await transaction
          .selectFrom('memberships')
          .select('level')
          .where('organization_id', '=', known.id)
          .where('user_id', '=', user.id)
          .executeTakeFirst()
        if (membership !== undefined) {
          throw new CommandError(`The user "${email}" is already a member, with level ${membership.level}.`)
        }
        await makeUserMember(transaction, { organizationId: known.id, userId: user.id, level })
        await recordJoining(transaction, { organizationId: known.id, user, level, by: undefined })
        return { user_uuid: user.uuid, user_id: user.id, email: user.email, organization_id: known.id, level }
      })
  },
}

function readLevel(text: string): Level {
  const level = Object.values(levels).find((value) => String(value) === text)
  if (level !== undefined) return level
  throw new ConfigurationError([`The level "${text}" is not one of 1, 8 and 15.`])
}
