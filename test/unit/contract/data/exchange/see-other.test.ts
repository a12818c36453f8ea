import { describe, expect, test } from 'vitest'
import { isSuccess } from '../../../../../runtime/contract/data/exchange/answer.ts'
import { seeOther } from '../../../../stand-ins/styles/see-other.ts'
import { KEYS, serve } from '../../../../stand-ins/styles/style.ts'
import { descriptorOf } from '../../../../stand-ins/styles/styles.ts'
import { outcomes } from '../../support/small-service.ts'

/** Returns the verdicts on a service that responds to writes with 303, after a change to its responses. */
async function told(
  changed: (request: Request, serve: (request: Request) => Promise<Response>) => Promise<Response>,
) {
  const document = await descriptorOf(seeOther.document)
  const own = serve(document, seeOther.start())
  return outcomes(document, {
    fetch: (request) => changed(request, async (one) => own(one)),
    credentials: { key: KEYS.ada },
    rules: ['lifecycle'],
  })
}

describe('a 303 to a write', () => {
  test('counts as success, so that what the write did is compared', async () => {
    const lines = await told((request, answer) => answer(request))
    expect(lines).toContain('lifecycle addNote: passed')
    expect(lines).toContain('lifecycle replaceNote: passed')
    expect(lines).toContain('lifecycle removeNote: passed')
  })

  test('shows with a read that the write was lost', async () => {
    const lines = await told(async (request, answer) =>
      request.method === 'PUT'
        ? new Response(null, { status: 303, headers: { location: new URL(request.url).pathname } })
        : answer(request),
    )
    expect(lines.filter((line) => line.startsWith('lifecycle replaceNote')).join('\n')).toContain('"text"')
  })

  test.each([
    ['POST', '/notes', '/notes/7', true],
    ['POST', '/notes/7/archive', 'http://small.test/notes/7', true],
    ['DELETE', '/notes/7', '/notes', true],
    ['POST', '/notes', '/notebooks/7', false],
    ['POST', '/notes', '/', false],
    ['POST', '/notes', '/login', false],
    ['POST', '/notes', 'http://elsewhere.test/notes/7', false],
    ['GET', '/jobs/1', '/jobs/1/result', false],
  ])('%s %s that leads to %s: %s', (method, path, location, expected) => {
    const request = { method, url: `http://small.test${path}`, headers: {} }
    const headers = new Headers({ location })
    const answer = { status: 303, headers, text: '', mediaType: '', value: undefined, exchange: { request } }
    expect(isSuccess(answer)).toBe(expected)
  })
})
