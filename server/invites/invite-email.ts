import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { JobDefinition, Jobs } from '../jobs/jobs.ts'
import type { Mail } from '../mail/mailer.ts'
import { oneLineForMail } from '../mail/one-line.ts'
import { isExpired } from './expiry.ts'
import type { InviteParts } from './parts.ts'

const queue = 'invite-email'

/**
 * Maximum number of retries. With growing delays, they last for more than half an hour, in case the mail
 * server is down.
 */
const retryLimit = 12

/** An invite that should be sent by e-mail. */
export interface InviteEmail {
  readonly organizationId: string
  readonly inviteId: string
}

/** Queues an invite's e-mail, to be sent after the transaction that creates the invite. */
export async function sendInviteEmail(
  jobs: Jobs,
  { email, db }: { email: InviteEmail; db: Transaction<Database> },
): Promise<void> {
  await jobs.send(queue, email, { singletonKey: email.inviteId, db })
}

/**
 * Sends invite e-mails, except for invites that have been withdrawn or accepted or have expired in the
 * meantime.
 */
export function inviteEmailJob({
  db,
  mailer,
  inviteAddress,
}: Pick<InviteParts, 'db' | 'mailer' | 'inviteAddress'>): JobDefinition {
  return {
    queue,
    retryLimit,
    async run(data) {
      const mail = await composeMail(db, { email: data as InviteEmail, inviteAddress })
      if (mail !== undefined) await mailer.send(mail)
    },
  }
}

async function composeMail(
  db: Kysely<Database>,
  { email, inviteAddress }: { email: InviteEmail } & Pick<InviteParts, 'inviteAddress'>,
): Promise<Mail | undefined> {
  const invite = await db
    .selectFrom('invites as invite')
    .innerJoin('organizations as organization', 'organization.id', 'invite.organization_id')
    .innerJoin('users as user', 'user.id', 'invite.created_by')
    .where('invite.organization_id', '=', email.organizationId)
    .where('invite.id', '=', email.inviteId)
    .where((eb) => eb.not(isExpired))
    .select(['invite.id', 'invite.target_email', 'invite.first_name', 'invite.message'])
    .select(['organization.name as organization', 'user.first_name as inviter', 'user.email as address'])
    .executeTakeFirst()
  if (invite === undefined) return undefined
  const address = inviteAddress(invite.id)
  const [name, from] = [oneLineForMail(invite.first_name), oneLineForMail(invite.inviter)]
  const inviter = from === '' ? invite.address : `${from} (${invite.address})`
  const paragraphs = [
    `Hello${name === '' ? '' : ` ${name}`},`,
    `${inviter} invites you to join the organization "${oneLineForMail(invite.organization)}".`,
    ...(invite.message ? [invite.message] : []),
    address === undefined
      ? `The id of your invite is ${invite.id}. To accept the invite, send this id to the operator of the service.`
      : `Accept the invite here:\n${address}`,
    'The invite expires three days after it was created.',
  ]
  return {
    id: `invite-${invite.id}`,
    to: { name: invite.first_name, address: invite.target_email },
    subject: `Invite to "${invite.organization}"`,
    text: `${paragraphs.join('\n\n')}\n`,
  }
}
