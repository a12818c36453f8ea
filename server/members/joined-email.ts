import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Foundation } from '../feature/foundation.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'
import { oneLineForMail } from '../mail/one-line.ts'

const queue = 'member-joined-email'

/** Attempts after the first. */
const retryLimit = 12

/** A new member, and the user to notify by e-mail. */
interface JoinedEmail {
  readonly organizationId: string
  readonly memberId: number
  readonly recipientId: number
}

/**
 * Queues e-mails that tell the other members about a new member, to be sent after the transaction. Queues
 * none if the organization has disabled such e-mails.
 */
export async function sendJoinedEmails(
  jobs: Jobs,
  { organizationId, memberId, db }: { organizationId: string; memberId: number; db: Transaction<Database> },
): Promise<void> {
  const recipients = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('memberships.organization_id', '=', organizationId)
    .where('organizations.is_member_join_email_enabled', '=', true)
    .where('users.is_active', '=', true)
    .where('users.id', '!=', memberId)
    .select('users.id')
    .execute()
  for (const { id } of recipients) {
    const email: JoinedEmail = { organizationId, memberId, recipientId: id }
    await jobs.send(queue, email, { singletonKey: `${organizationId} ${memberId} ${id}`, db })
  }
}

/** Sends e-mails about new members, unless the new member or the recipient has left in the meantime. */
export function joinedEmailJob({ db, mailer }: Pick<Foundation, 'db' | 'mailer'>): JobDefinition {
  return {
    queue,
    retryLimit,
    async run(data) {
      const { organizationId, memberId, recipientId } = data as JoinedEmail
      const people = await db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
        .where('memberships.organization_id', '=', organizationId)
        .where('users.id', 'in', [memberId, recipientId])
        .select(['users.id', 'users.email', 'users.first_name', 'organizations.name as organization'])
        .execute()
      const member = people.find(({ id }) => id === memberId)
      const recipient = people.find(({ id }) => id === recipientId)
      if (member === undefined || recipient === undefined) return
      const name = oneLineForMail(member.first_name)
      const who = name === '' ? member.email : `${name} (${member.email})`
      await mailer.send({
        id: `joined-${organizationId}-${memberId}-${recipientId}`,
        to: { name: recipient.first_name, address: recipient.email },
        subject: `New member of "${member.organization}"`,
        text: `${who} has joined the organization "${oneLineForMail(member.organization)}".\n`,
      })
    },
  }
}
