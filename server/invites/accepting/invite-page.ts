import { type Answering, toAnswering } from '@concordat/runtime/server'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from '../../database/unavailable.ts'
import { createKey } from '../../keys/keys.ts'
import { everyScope } from '../../keys/scopes.ts'
import type { Log } from '../../observability/log.ts'
import { reportFailuresTo } from '../../refusals/failures.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { isTenantUuid } from '../../tenancy/tenancy.ts'
import { isExpired } from '../expiry.ts'
import { invitePath, readInviteToken } from '../invite-token.ts'
import type { InviteParts } from '../parts.ts'
import { acceptInvite } from './accept-invite.ts'
import { type InviteHtml, inviteHtml, invitePage } from './html.ts'

interface Parts extends Pick<InviteParts, 'db' | 'jobs' | 'secretBox'> {
  readonly log: Log
}

/**
 * Serves the page on which invited people accept an invite. The token is only in the e-mail, so members of
 * the organization never see it. Other paths are left to the application.
 */
export function withInvitePage(answer: Answering, parts: Parts): Answering {
  const report = reportFailuresTo(parts.log, 'invite page failed')
  const answerPage = toAnswering(async (request) => {
    try {
      return await show(request, parts)
    } catch (error) {
      report(error, { request, operation: undefined })
      return failed(isDatabaseUnavailable(error) || isDatabaseBusy(error))
    }
  })
  return (incoming) => (incoming.target.pathname === invitePath ? answerPage : answer)(incoming)
}

async function show(request: Request, parts: Parts): Promise<Response> {
  if (request.method === 'POST') return await accept(request, parts)
  if (request.method === 'GET' || request.method === 'HEAD') return await offer(request, parts)
  return invitePage(405, 'Not here', inviteHtml`<p>To accept an invite, open the link in its e-mail.</p>`)
}

const failed = (isForNow: boolean): Response =>
  invitePage(
    isForNow ? 503 : 500,
    'Not now',
    inviteHtml`<p>Something went wrong, and nothing was changed. Open the link in the e-mail again in a minute.</p>`,
  )

const gone = (): Response =>
  invitePage(
    404,
    'No invite',
    inviteHtml`<p>This invite has expired, was deleted, or has already been accepted. Ask for a new one.</p>`,
  )

async function offer(request: Request, { db, secretBox }: Parts): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const invite = await findInvite(db, readInviteToken(secretBox, token))
  if (invite === undefined) return gone()
  return invitePage(
    200,
    `Invite to ${invite.organization}`,
    inviteHtml`<p>${invite.address} invites ${invite.target_email} to join the organization “${invite.organization}”.</p>
<form method="post" action="${invitePath}"><input type="hidden" name="token" value="${token}"><button>Accept</button></form>`,
  )
}

async function accept(request: Request, { db, jobs, secretBox }: Parts): Promise<Response> {
  const token = (await readForm(request)).get('token') ?? ''
  const invite = await findInvite(db, readInviteToken(secretBox, token))
  if (invite === undefined) return gone()
  try {
    const { id, target_email: email } = invite
    const accepted = await acceptInvite({ db, jobs }, { id, email })
    return invitePage(200, `Welcome to ${invite.organization}`, await welcome(db, accepted))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return invitePage(error.status, 'Not accepted', inviteHtml`<p>${error.detail}</p>`)
  }
}

/** The page for a new member. A new user gets a first key; an existing user already has keys. */
async function welcome(
  db: Kysely<Database>,
  { user, isNew }: Awaited<ReturnType<typeof acceptInvite>>,
): Promise<InviteHtml> {
  if (!isNew)
    return inviteHtml`<p>${user.email} is now a member. Your existing keys also work for this organization.</p>`
  const key = await createKey(db, { userId: user.id, label: 'first key', scopes: [everyScope] })
  return inviteHtml`<p>${user.email} is now a member. This is your key. It cannot be shown again:</p><p><code>${key}</code></p>`
}

const longestForm = 10_000

/** @returns an empty form if the body's length is unknown or exceeds that of any form on our pages. */
async function readForm(request: Request): Promise<URLSearchParams> {
  if (!(Number(request.headers.get('content-length') ?? Number.NaN) <= longestForm))
    return new URLSearchParams()
  return new URLSearchParams(await request.text())
}

async function findInvite(db: Kysely<Database>, id: string | undefined) {
  if (id === undefined || !isTenantUuid(id)) return undefined
  return await db
    .selectFrom('invites as invite')
    .innerJoin('organizations as organization', 'organization.id', 'invite.organization_id')
    .innerJoin('users as user', 'user.id', 'invite.created_by')
    .where('invite.id', '=', id)
    .where((eb) => eb.not(isExpired))
    .select([
      'invite.id',
      'invite.target_email',
      'organization.name as organization',
      'user.email as address',
    ])
    .executeTakeFirst()
}
