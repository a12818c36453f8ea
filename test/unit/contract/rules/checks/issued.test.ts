import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const badge = {
  type: 'object',
  required: ['id', 'label'],
  properties: { id: { type: 'string', readOnly: true }, label: { type: 'string', minLength: 1 } },
}
const issued = {
  type: 'object',
  required: ['id', 'label', 'token'],
  properties: { ...badge.properties, token: { type: 'string', readOnly: true } },
}
const refused = {
  400: { description: 'Wrong.' },
  401: { description: 'Who?' },
  404: { description: 'None.' },
}
const bodyOf = (more: object) => ({
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', required: ['label'], properties: { label: badge.properties.label, ...more } },
    },
  },
})
const body = bodyOf({})
const notice = { ...badge, properties: { ...badge.properties, hidden: { type: 'boolean' } } }
const at = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })

const club = described(
  {
    '/me': { get: { operationId: 'getMe', responses: { ...answers({ type: 'object' }), ...refused } } },
    '/notices': {
      get: {
        operationId: 'listNotices',
        parameters: [{ name: 'hidden', in: 'query', schema: { type: 'boolean' } }],
        responses: { ...answers({ type: 'array', items: notice }), ...refused },
      },
      post: {
        operationId: 'addNotice',
        requestBody: bodyOf({ hidden: { type: 'boolean' } }),
        responses: { ...answers(notice, { status: 201 }), ...refused },
      },
    },
    '/notices/{notice_id}': {
      parameters: [at('notice_id')],
      get: { operationId: 'getNotice', responses: { ...answers(notice), ...refused } },
    },
    '/members': {
      get: {
        operationId: 'listMembers',
        responses: { ...answers({ type: 'array', items: badge }), ...refused },
      },
      post: {
        operationId: 'addMember',
        requestBody: body,
        responses: { ...answers(badge, { status: 201 }), ...refused },
      },
    },
    '/members/{member_id}': {
      parameters: [at('member_id')],
      get: { operationId: 'getMember', responses: { ...answers(badge), ...refused } },
      delete: { operationId: 'dropMember', responses: { 204: { description: 'Gone.' }, ...refused } },
    },
    '/members/{member_id}/badges': {
      parameters: [at('member_id')],
      get: {
        operationId: 'listBadges',
        responses: { ...answers({ type: 'array', items: badge }), ...refused },
      },
      post: {
        operationId: 'issueBadge',
        requestBody: body,
        responses: { ...answers(issued, { status: 201 }), ...refused },
      },
    },
    '/members/{member_id}/badges/{badge_id}': {
      parameters: [at('member_id'), at('badge_id')],
      delete: { operationId: 'revokeBadge', responses: { 204: { description: 'Gone.' }, ...refused } },
    },
  },
  {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  },
)

type Fault =
  | 'badges open no list'
  | 'a filter shows hidden notices'
  | 'notices are hidden alone'
  | 'revoked ones open'
  | 'revoked ones are forbidden'
  | 'those of gone members open'
  | 'nobody is kept out'
  | 'tokens open nothing, and one read is open'

interface Badge {
  readonly id: string
  readonly label: string
  readonly of: string
  readonly token: string
}

function service(fault?: Fault) {
  let last = 0
  let notices: readonly (Pick<Badge, 'id' | 'label'> & { readonly hidden: boolean })[] = []
  let members: readonly Pick<Badge, 'id' | 'label'>[] = []
  let badges: readonly Badge[] = []
  let ended: readonly Badge[] = []
  const answer = (status: number, value?: unknown) =>
    status === 204 ? new Response(null, { status }) : Response.json(value ?? {}, { status })
  const shown = ({ id, label }: Pick<Badge, 'id' | 'label'>) => ({ id, label })
  const opens = (key: string | null): boolean =>
    key === 'key-of-the-club' ||
    fault === 'nobody is kept out' ||
    (fault !== 'tokens open nothing, and one read is open' && badges.some(({ token }) => token === key)) ||
    ended.some(({ token }) => token === key)
  const end = (gone: readonly Badge[], stays: boolean): void => {
    badges = badges.filter((one) => !gone.includes(one))
    if (stays) ended = [...ended, ...gone]
  }
  return async ({ method, url, headers }: Request, text: string): Promise<Response> => {
    const [, first = '', id, below, badgeId] = new URL(url).pathname.split('/')
    if (fault === 'tokens open nothing, and one read is open' && first === 'me') return answer(200, {})
    const isKnown = /^secret-/.test(headers.get('x-key') ?? '')
    if (!opens(headers.get('x-key')))
      return answer(isKnown && fault === 'revoked ones are forbidden' ? 403 : 401)
    if (first === 'me') return answer(200, {})
    const isIssued = headers.get('x-key') !== 'key-of-the-club'
    if (fault === 'badges open no list' && isIssued && first === 'members' && id === undefined)
      return answer(401)
    const { label } = text === '' ? { label: undefined } : JSON.parse(text)
    if (method === 'POST' && (typeof label !== 'string' || label === '')) return answer(400)
    const number = `n${++last}`
    if (first === 'notices') {
      const wanted = new URL(url).searchParams.get('hidden')
      const one = notices.find((notice) => notice.id === id)
      if (id !== undefined)
        return one === undefined || (isIssued && one.hidden) ? answer(404) : answer(200, one)
      const isLoose =
        fault === 'notices are hidden alone' ||
        (wanted === 'true' && fault === 'a filter shows hidden notices')
      const shown = notices.filter(({ hidden }) => isLoose || !(isIssued && hidden))
      if (method === 'GET')
        return answer(
          200,
          shown.filter(({ hidden }) => wanted === null || String(hidden) === wanted),
        )
      const made = { id: number, label, hidden: JSON.parse(text).hidden === true }
      notices = [...notices, made]
      return answer(201, made)
    }
    if (id === undefined) {
      if (method === 'GET') return answer(200, members)
      members = [...members, { id: number, label }]
      return answer(201, { id: number, label })
    }
    const member = members.find((one) => one.id === id)
    if (member === undefined) return answer(404)
    const own = badges.filter(({ of }) => of === id)
    if (below === undefined) {
      if (method === 'GET') return answer(200, member)
      members = members.filter((one) => one !== member)
      end(own, fault === 'those of gone members open')
      return answer(204)
    }
    if (badgeId !== undefined) {
      const badge = own.find((one) => one.id === badgeId)
      if (badge === undefined) return answer(404)
      end([badge], fault === 'revoked ones open')
      return answer(204)
    }
    if (method === 'GET') return answer(200, own.map(shown))
    const made = { id: number, label, of: id, token: `secret-${number}-of-a-badge` }
    badges = [...badges, made]
    return answer(201, { ...shown(made), token: made.token })
  }
}

const told = async (fault?: Fault): Promise<string[]> =>
  (
    await outcomes(await club, {
      ...{ answer: service(fault), rules: ['authentication/revoked'] },
      credentials: { key: 'key-of-the-club' },
    })
  ).filter(
    (line) => /a credential (that|whose owner) has been removed/.test(line) || line.includes('revokeBadge'),
  )

test('a server that takes credentials back breaks nothing', async () => {
  expect(await told()).toEqual(['authentication revokeBadge: passed'])
})

test.each<readonly [Fault, string]>([
  ['revoked ones open', 'a credential that has been removed'],
  ['those of gone members open', 'a credential whose owner has been removed'],
])('a server that has the fault "%s" breaks it', async (fault, what) => {
  expect(await told(fault)).toEqual([`authentication revokeBadge: status 401 with ${what} | status 200 {}`])
})

test('a removed credential that gets an undocumented 403 is told', async () => {
  expect(await told('revoked ones are forbidden')).toEqual([
    'authentication revokeBadge: status 401 with a credential that has been removed | status 403 {}',
    'authentication revokeBadge: status 401 with a credential whose owner has been removed | status 403 {}',
  ])
})

test('where nobody is kept out, no credential is said to be left', async () => {
  expect((await told('nobody is kept out')).filter((line) => line.includes('has been removed'))).toEqual([])
})

test('an issued credential that one of several reads refuses is told', async () => {
  const found = async (fault?: Fault): Promise<readonly string[]> =>
    outcomes(await club, {
      ...{ answer: service(fault), rules: ['authentication/issued'] },
      credentials: { key: 'key-of-the-club' },
    })
  expect((await found()).join()).not.toContain('issued credential')
  expect((await found('tokens open nothing, and one read is open')).join()).not.toContain('issued credential')
  expect(await found('badges open no list')).toContainEqual(
    expect.stringMatching(/no 401 with an issued credential that GET \S+ accepts \| status 401/),
  )
})

test('a list that shows an issued credential what it cannot read is told', async () => {
  const found = async (fault?: Fault): Promise<readonly string[]> =>
    outcomes(await club, {
      ...{ answer: service(fault), rules: ['authentication/listed'] },
      credentials: { key: 'key-of-the-club' },
    })
  expect((await found()).join()).not.toContain('a list without')
  for (const fault of ['a filter shows hidden notices', 'notices are hidden alone'] as const)
    expect(await found(fault)).toContainEqual(
      expect.stringMatching(
        /: a list without n\d+, because GET \S+ returns 404 for the same credential \| a list/,
      ),
    )
})
