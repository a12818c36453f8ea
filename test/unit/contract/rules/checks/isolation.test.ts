import { describe, expect, test } from 'vitest'
import { again, type Behaviour, changed, findingsBy, routeOf } from '../../pet/pet-behaviour.ts'

const rules = ['isolation']

/** Returns the paths of all pets except the one in a request. */
async function othersOf(request: Request, send: (request: Request) => Promise<Response>): Promise<string[]> {
  const own = new URL(request.url).pathname.split('/')[3]
  const page = (await (await send(again(request, { method: 'GET', path: '/pets' }))).json()) as {
    results: { id: string }[]
  }
  return page.results.filter(({ id }) => id !== own).map(({ id }) => `/pets/${id}`)
}

/** Handles requests as usual, and does something else after a success. */
function also(
  route: string,
  other: (request: Request, send: (request: Request) => Promise<Response>) => Promise<unknown>,
): Behaviour {
  return async (request, send) => {
    const answer = await send(request)
    if (routeOf(request) === route && answer.ok) await other(request, send)
    return answer
  }
}

const ACT = ['POST /pets/{}/retire', 'POST', '/retire'] as const
const FAULTS: Readonly<Record<string, readonly [Behaviour, RegExp]>> = {
  'a creation that is made twice': [
    also('POST /pets', (request, send) => send(request)),
    /^isolation createPet: no other new item in GET \/pets after POST \/pets \| \S+$/,
  ],
  'a deletion that takes another item along': [
    also('DELETE /pets/{}', async (request, send) => {
      const [other = ''] = await othersOf(request, send)
      await send(again(request, { method: 'DELETE', path: other }))
    }),
    /^isolation deletePet: every other item to remain in GET \/pets after DELETE \/pets\/\{petId\} \| a list without \S+$/,
  ],
  'a replacement that creates another item': [
    also('PUT /pets/{}', async (request, send) =>
      send(again(request, { method: 'POST', path: '/pets', body: await request.clone().json() })),
    ),
    /^isolation replacePet: no other new item in GET \/pets after PUT \/pets\/\{petId\} \| \S+$/,
  ],
  'an update of all items': [
    also('PATCH /pets/{}', async (request, send) => {
      const body = await request.clone().json()
      for (const path of await othersOf(request, send))
        await send(again(request, { method: 'PATCH', path, body }))
    }),
    /^isolation updatePet: "name" of \S+ to stay "\S+", because PATCH \/pets\/\{petId\} concerns another item \| "\S+"$/,
  ],
  'an action on all items': [
    also(ACT[0], async (request, send) => {
      for (const path of await othersOf(request, send))
        await send(again(request, { method: ACT[1], path: path + ACT[2] }))
    }),
    /^isolation retirePet: "retired" of \S+ to stay false, because POST \/pets\/\{petId\}\/retire concerns another item \| true$/,
  ],
  'a creation that writes to the item above': [
    also('POST /pets/{}/toys', (request, send) => {
      const path = new URL(request.url).pathname.replace('/api', '').replace('/toys', '')
      return send(again(request, { method: 'PATCH', path, body: { name: 'Renamed' } }))
    }),
    /^isolation createToy: the parent's "name" to stay "\S+" after POST \/pets\/\{id\}\/toys \| "Renamed"$/,
  ],
  'a creation that takes back the last change of the item above': [
    (() => {
      const earlier = new Map<string, string>()
      return (async (request, send) => {
        const path = new URL(request.url).pathname.replace('/api', '')
        if (routeOf(request) === 'PATCH /pets/{}') {
          const before = (await (await send(again(request, { method: 'GET', path }))).json()) as {
            name: string
          }
          earlier.set(path, before.name)
        }
        const answer = await send(request)
        const name = earlier.get(path.replace('/toys', ''))
        if (routeOf(request) === 'POST /pets/{}/toys' && answer.ok && name !== undefined)
          await send(again(request, { method: 'PATCH', path: path.replace('/toys', ''), body: { name } }))
        return answer
      }) satisfies Behaviour
    })(),
    /^isolation createToy: the parent's "name" to stay "\S+" after POST \/pets\/\{id\}\/toys \| "/,
  ],
  'a deletion that takes the item above along': [
    also('DELETE /pets/{}/toys/{}', (request, send) => {
      const path = new URL(request.url).pathname.replace('/api', '').replace(/\/toys\/.*/, '')
      return send(again(request, { method: 'DELETE', path }))
    }),
    /^isolation deleteToy: GET \/pets\/\{petId\} to return the parent as before DELETE \S+ \| status 404/,
  ],
  'a replacement that renews the time of creation': [
    async (request, send) => {
      const answer = await send(request)
      const created_at = '2026-05-05T00:00:00Z'
      return routeOf(request) === 'PUT /pets/{}' && answer.ok
        ? changed(answer, (pet) => ({ ...pet, created_at }))
        : answer
    },
    /^isolation replacePet: "created_at" to stay "2026-01-01\S+" after PUT \/pets\/\{petId\} \| "2026-05-05\S+"$/,
  ],
}

describe('isolation finds', () => {
  test.each(Object.entries(FAULTS))('%s', async (_name, [behaviour, expected]) => {
    const findings = await findingsBy(behaviour, { rules })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatch(expected)
  })
})

test("isolation does not hold somebody else's work against the server", async () => {
  let left = 1
  const behaviour = also('PATCH /pets/{}', async (request, send) => {
    const body = { name: 'Of somebody else', kind: 'cat' }
    if (left-- > 0) await send(again(request, { method: 'POST', path: '/pets', body }))
  })
  expect(await findingsBy(behaviour, { rules })).toEqual([])
  expect(left).toBeLessThan(1)
})
