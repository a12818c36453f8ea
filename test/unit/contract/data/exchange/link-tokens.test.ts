import { describeReport, type Exchange, harOf, renderReport, runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { linksWithoutTokens } from '../../../../../runtime/contract/data/exchange/link-tokens.ts'
import { answers, described } from '../../support/described.ts'

test.each<[text: string, shown: string]>([
  ['https://s.test/f?token=abcd1234', 'https://s.test/f?token=$CONCORDAT_QUERY_TOKEN'],
  [
    '/f?X-Amz-Date=2030&X-Amz-Signature=ab12&page=2',
    '/f?X-Amz-Date=2030&X-Amz-Signature=$CONCORDAT_QUERY_X_AMZ_SIGNATURE&page=2',
  ],
  ['{"a":"/f?b=1\\u0026sig=ab%2Fc"}', '{"a":"/f?b=1\\u0026sig=$CONCORDAT_QUERY_SIG"}'],
  ['<a href="/f?b=1&amp;api_key=ab12">', '<a href="/f?b=1&amp;api_key=$CONCORDAT_QUERY_API_KEY">'],
])('of %s is shown %s', (text, shown) => {
  expect(linksWithoutTokens(text)).toBe(shown)
})

test.each([
  '/f?page_token=abcd1234',
  '/f?nextToken=abcd1234',
  '/f?token=abc',
  '/f?kind=token',
  'token=abcd1234',
])('%s has no credential', (text) => expect(linksWithoutTokens(text)).toBe(text))

/** Runs the rules on a list that signs its page links, and includes the run's own key in them. */
async function runOn(key: string) {
  const item = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }
  const schema = { type: 'array', items: item }
  const document = await described(
    { '/people': { get: { operationId: 'list', parameters: [limit], responses: answers(schema) } } },
    {
      components: { securitySchemes: { Key: { type: 'apiKey', in: 'query', name: 'key' } } },
      security: [{ Key: [] }],
    },
  )
  const secret = 'sEcr3t-of-the-link'
  const exchanges: Exchange[] = []
  let followed = 0
  const report = await runContract({
    document,
    select: { rules: ['list-protocol'] },
    onRecord: (exchange) => exchanges.push(exchange),
    target: {
      baseUrl: 'http://people.test',
      credentials: { Key: key },
      async fetch({ url }) {
        const { searchParams } = new URL(url)
        const mark = searchParams.get('mark')
        if (mark !== null && searchParams.get('access_token') === secret) followed++
        const size = Number(searchParams.get('limit') ?? 3)
        const end = Number(mark ?? 0) + size
        const next = `http://people.test/people?limit=${size}&mark=${end}&key=${escaped(key)}&access_token=${secret}`
        const people = [1, 2, 3].slice(end - size, end).map((id) => ({ id, name: 'one' }))
        // The pages that follow violate the schema.
        const shown = mark === null ? people : people.map((one) => ({ ...one, name: 7 }))
        return Response.json(shown, end < 3 ? { headers: { link: `<${next}>; rel="next"` } } : {})
      },
    },
  })
  const whole = describeReport({ report, document, checks: [] })
  const formats = ['html', 'markdown', 'json', 'http', 'har', 'junit', 'sarif', 'ctrf'] as const
  const written = formats.map((format) => renderReport(whole, format, exchanges)).join('\n')
  return {
    followed,
    written,
    secret,
    har: harOf(exchanges, ''),
    script: whole.findings[0]?.script ?? '',
  }
}

/** Escapes text as servers other than Node's do. */
function escaped(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

test("a token in a server's link is followed, and no record shows it", async () => {
  const { followed, written, secret, script } = await runOn('plain-key-1')
  expect(followed).toBeGreaterThan(0)
  expect(written).not.toContain(secret)
  expect(script).toContain(`access_token='"$CONCORDAT_QUERY_ACCESS_TOKEN"`)
})

test.each(['it is ~mine!', 'a/b+c=d&e'])(
  "the run's own key %s is hidden however it is escaped",
  async (key) => {
    const { written, har } = await runOn(key)
    const shown = decodeURIComponent(written.replaceAll('+', ' ').replaceAll(/%(?![\da-f]{2})/gi, '%25'))
    expect(shown).not.toContain(key)
    for (const { request } of har.log.entries) expect(request.url).toContain('CONCORDAT_KEY_ENCODED')
  },
)
