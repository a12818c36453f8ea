import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const lamp = {
  type: 'object',
  required: ['name', 'light'],
  properties: {
    name: { type: 'string', minLength: 1 },
    light: { type: 'object', required: ['watts'], properties: { watts: { type: 'integer', minimum: 1 } } },
  },
}
const problem = {
  type: 'object',
  required: ['errors'],
  properties: { errors: { type: 'array', items: { type: 'object' } } },
}

const lamps = () =>
  described({
    '/lamps': {
      post: {
        operationId: 'addLamp',
        requestBody: { required: true, content: { 'application/json': { schema: lamp } } },
        responses: { ...answers(lamp, { status: 201 }), ...answers(problem, { status: 422 }) },
      },
    },
  })

/** @param placeOf the place of a wrong "watts", as a rejection names it. */
async function findings(error: (names: readonly string[]) => object) {
  const answer = (_: Request, text: string): Response => {
    const refuse = (...names: string[]) => Response.json({ errors: [error(names)] }, { status: 422 })
    let sent: { name?: unknown; light?: { watts?: unknown } }
    try {
      sent = JSON.parse(text)
    } catch {
      return refuse()
    }
    if (typeof sent !== 'object' || sent === null) return refuse()
    if (typeof sent.name !== 'string' || sent.name === '') return refuse('name')
    if (typeof sent.light !== 'object' || sent.light === null) return refuse('light')
    const { watts } = sent.light
    if (!Number.isInteger(watts) || Number(watts) < 1) return refuse('light', 'watts')
    return Response.json(sent, { status: 201 })
  }
  const lines = await outcomes(await lamps(), { answer, rules: ['negative'] })
  return lines.filter((line) => line.includes('points to'))
}

const pointerTo = (names: readonly string[]) => names.map((name) => `/${name}`).join('')

test.each<readonly [string, (names: readonly string[]) => object]>([
  ['from the top of the body', (names) => ({ pointer: pointerTo(names) })],
  ['from the request', (names) => ({ pointer: pointerTo(['body', ...names]) })],
  ['to the member above', (names) => ({ pointer: pointerTo(names.slice(0, 1)) })],
  ['without a slash', (names) => ({ field: names.at(-1) })],
])('a place that is named %s breaks nothing', async (_, error) => {
  expect(await findings(error)).toEqual([])
})

test('a JSON Pointer without the names above is found', async () => {
  expect(await findings((names) => ({ pointer: pointerTo(names.slice(-1)) }))).toContainEqual(
    expect.stringMatching(/a rejection that points to "\/light\/watts", .* \| .* points to "\/watts"/),
  )
})
