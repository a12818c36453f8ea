import { toIncoming } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { withInvitePage } from '../../../server/invites/accepting/invite-page.ts'

type Parts = Parameters<typeof withInvitePage>[1]

const lines: string[] = []
const note = (event: string): void => void lines.push(event)

function partsWhereQueries(fail: Error): Parts {
  return {
    db: {
      selectFrom() {
        throw fail
      },
    },
    secretBox: { open: () => 'a3bb189e-8bf9-3888-9912-ace4e6543002' },
    log: { info: note, warn: note, error: note },
  } as unknown as Parts
}

test.each([
  [500, new Error('a bug'), 'invite page failed'],
  [503, new Error('Connection terminated unexpectedly'), 'database unavailable'],
])(
  'the page of an invite says by %i that something failed, and the log why',
  async (status, error, event) => {
    const answer = withInvitePage(() => {
      throw new Error('not for others')
    }, partsWhereQueries(error))
    const shown = await answer(toIncoming(new Request('http://host/invites/accept?token=t')))
    const { body } = shown
    const text = typeof body === 'string' ? body : await new Response(body as BodyInit).text()
    expect([shown.status, lines.at(-1)]).toEqual([status, event])
    expect(text).toContain('Open the link in the e-mail again')
  },
)
