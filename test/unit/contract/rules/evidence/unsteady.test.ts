import { expect, test } from 'vitest'
import { randomFrom, shuffled } from '../../../../../runtime/contract/world/values/random.ts'
import { again, type Behaviour, findingsBy, routeOf } from '../../pet/pet-behaviour.ts'
import { PET_KEY } from '../../pet/pet-caller.ts'

const rules = ['tenancy', 'negative']

/**
 * Returns the findings of the rules, each run separately. The runs are concurrent, because they spend most of
 * their time waiting.
 */
const findingsOfEach = async (behaviour: () => Behaviour): Promise<readonly string[]> =>
  (await Promise.all(rules.map((rule) => findingsBy(behaviour(), { rules: [rule] })))).flat()

/** After a write, the first read of an item returns the old state, and later reads return the new one. */
function eventual(): Behaviour {
  const late = new Set<string>()
  const shown = new Map<string, Response>()
  return async (request, send) => {
    const path = new URL(request.url).pathname
    if (routeOf(request) === 'GET /pets/{}' && late.delete(path))
      return shown.get(path)?.clone() ?? send(again(request, { method: 'GET', path: `/pets/${NOBODY}` }))
    const answer = await send(request)
    if (routeOf(request) === 'GET /pets/{}') shown.set(path, answer.clone())
    else if (answer.ok && request.method !== 'GET') late.add(answer.headers.get('location') ?? path)
    return answer
  }
}

const NOBODY = '00000000-0000-4000-9000-000000000000'

/** Reorders a list at random on each request, and then splits it into pages of two. */
function unordered(): Behaviour {
  const random = randomFrom('order')
  let isFilled = false
  return async (request, send) => {
    const answer = await send(request.clone() as Request)
    if (routeOf(request) !== 'GET /pets' || !answer.ok) return answer
    if (request.headers.get('authorization') !== `Bearer ${PET_KEY}`) return answer
    for (let count = 0; !isFilled && count < 16; count++)
      await send(again(request, { method: 'POST', path: '/pets', body: { name: 'Stray', kind: 'cat' } }))
    isFilled = true
    const url = new URL(request.url)
    url.searchParams.set('limit', '2')
    const page = await send(new Request(url, { headers: request.headers }))
    const whole = await send(again(request, { method: 'GET', path: '/pets?limit=100' }))
    const all: readonly object[] = (await whole.json()).results
    const start = Number(url.searchParams.get('offset') ?? 0)
    return Response.json({ ...(await page.json()), results: shuffled(all, random).slice(start, start + 2) })
  }
}

test.concurrent.each([
  ['reads that show a write late', eventual],
  ['pages of an order that changes', unordered],
])('%s are no traces of refused requests', async (_, behaviour) => {
  expect(await findingsOfEach(behaviour)).toEqual([])
})

test.concurrent('a value that counts reads is no trace of a refused request', async () => {
  const counting = (): Behaviour => {
    let reads = 0
    return async (request, send) => {
      const answer = await send(request)
      if (routeOf(request) !== 'GET /pets/{}' || !answer.ok) return answer
      return Response.json({ ...(await answer.json()), healthy: reads++ % 2 === 0 })
    }
  }
  expect(await findingsOfEach(counting)).toEqual([])
})

test.concurrent('a trace is found beside reads that show a write late', async () => {
  const lag = eventual()
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await lag(request.clone() as Request, send)
      if (routeOf(request) === 'PATCH /pets/{}' && answer.status === 400)
        await send(
          again(request, {
            method: 'PATCH',
            path: new URL(request.url).pathname.replace('/api', ''),
            body: { weight: 77 },
          }),
        )
      return answer
    },
    { rules: ['negative'] },
  )
  expect(findings).toEqual([
    expect.stringMatching(/^negative updatePet: the item unchanged: .* \| {"weight":77}$/),
  ])
})
