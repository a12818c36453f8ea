import { acceptInvite } from '../invites/accepting/accept-invite.ts'
import type { Mailer } from '../mail/mailer.ts'
import { joinedEmailJob } from '../members/joined-email.ts'
import { Refusal } from '../refusals/refusal.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import { type Command, CommandError } from './command.ts'

/** The service sends the e-mails; this process only queues them. */
const elsewhere: Mailer = {
  isDelivering: false,
  send: async () => {
    throw new Error('Commands do not send e-mail.')
  },
}

/** Accepts an invite, as the page for invited people does. */
export const acceptCommand: Command = {
  summary: 'accept an invite on behalf of its recipient, and create a user if the e-mail address is new',
  options: {
    invite: 'id of the invite (required)',
    email: 'e-mail address of the invited person (required)',
    'first-name': "first name of a new user (default: the invite's)",
  },
  prepare({ invite, email, 'first-name': firstName }) {
    if (invite === undefined || email === undefined) {
      throw new ConfigurationError(['The command "accept" needs --invite and --email.'])
    }
    return async (db, { startJobs }) => {
      const jobs = await startJobs([joinedEmailJob({ db, mailer: elsewhere })])
      try {
        const { user, organizationId, level } = await acceptInvite(
          { db, jobs },
          { id: invite, email, firstName },
        )
        return {
          user_uuid: user.uuid,
          user_id: user.id,
          email: user.email,
          organization_id: organizationId,
          level,
        }
      } catch (error) {
        throw error instanceof Refusal ? new CommandError(error.detail) : error
      }
    }
  },
}
