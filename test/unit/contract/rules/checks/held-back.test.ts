import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1, maxLength: 60 }
const badges = { type: 'array', items: { type: 'string' } }
const member = {
  type: 'object',
  required: ['name', 'role'],
  properties: { id: { type: 'integer', readOnly: true }, name: text, role: text, password: text, badges },
}
const { badges: _, ...written } = member.properties
const asked = (isDefault: boolean) => ({
  ...{ name: 'with_badges', in: 'query' },
  schema: { type: 'boolean', default: isDefault },
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const body = {
  required: true,
  content: { 'application/json': { schema: { ...member, properties: written } } },
}
const gone = { 404: { description: 'No such member' } }

/** Members with a password, which no response contains, and with badges, for which a parameter asks. */
const members = () =>
  described({
    '/members': {
      get: {
        operationId: 'list',
        parameters: [asked(false)],
        responses: answers({ type: 'array', items: member }),
      },
      post: { operationId: 'create', requestBody: body, responses: answers(member, { status: 201 }) },
    },
    '/members/{id}': {
      parameters: [id],
      get: { operationId: 'read', parameters: [asked(true)], responses: { ...answers(member), ...gone } },
      put: { operationId: 'replace', requestBody: body, responses: { ...answers(member), ...gone } },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone' }, ...gone } },
    },
    '/feed': {
      get: {
        operationId: 'feed',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', default: 50 } }],
        responses: answers({}, { type: 'application/rss+xml' }),
      },
    },
  })

interface Habit {
  /** A property that the server loses. */
  readonly loses?: string
  /** The number of entries in a feed without a limit. */
  readonly limit?: number
}

async function told({ loses = '', limit = 50 }: Habit = {}): Promise<readonly string[]> {
  const all = new Map<number, Record<string, unknown>>()
  const show = (one: object, hasBadges: boolean, status = 200) =>
    Response.json({ ...one, password: undefined, badges: hasBadges ? ['first'] : [] }, { status })
  const lines = await outcomes(await members(), {
    rules: ['agreement', 'defaults', 'lifecycle', 'round-trip'],
    answer: ({ method, url }, content) => {
      const { pathname, searchParams, href } = new URL(url)
      const [, place, name] = pathname.split('/')
      if (place === 'feed')
        return new Response(
          `<rss><link href="${href.replaceAll('&', '&amp;')}"/>${searchParams.get('limit') ?? limit}</rss>`,
          { headers: { 'content-type': 'application/rss+xml' } },
        )
      const sent = content === '' ? {} : { ...JSON.parse(content), [loses]: undefined }
      if (name === undefined && method === 'POST') {
        const made = { ...sent, id: all.size + 1 }
        all.set(made.id, made)
        return show({ ...made }, true, 201)
      }
      const [hasBadges] = [searchParams.get('with_badges') ?? String(name !== undefined)]
      if (name === undefined)
        return Response.json(
          [...all.values()].map((one) => ({
            ...{ ...one, password: undefined },
            badges: hasBadges === 'true' ? ['first'] : [],
          })),
        )
      const known = all.get(Number(name))
      if (known === undefined) return new Response(null, { status: 404 })
      if (method === 'DELETE') {
        all.delete(Number(name))
        return new Response(null, { status: 204 })
      }
      if (method === 'PUT') all.set(Number(name), { ...sent, id: known['id'] })
      return show(all.get(Number(name)) ?? {}, hasBadges === 'true')
    },
  })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

test('a hidden password is not lost, a parameter asks for badges, and a feed contains its own address', async () => {
  expect(await told()).toEqual([])
})

test('a role that is lost is told, and so is a feed that assumes another limit', async () => {
  const lost = await told({ loses: 'role' })
  expect(lost.some((line) => line.includes('"role" as sent'))).toBe(true)
  expect(lost.some((line) => line.includes('password'))).toBe(false)
  expect(await told({ limit: 20 })).toEqual([expect.stringContaining('defaults feed: ')])
})
