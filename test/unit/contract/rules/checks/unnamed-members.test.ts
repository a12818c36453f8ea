import { isObject } from '@concordat/runtime/json'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

/** More properties than the budget has requests for all their faults. */
const NAMES = [
  'ash',
  'beech',
  'cedar',
  'elder',
  'fir',
  'hazel',
  'larch',
  'maple',
  'oak',
  'pine',
  'rowan',
  'yew',
]
const text = { type: 'string', minLength: 2, maxLength: 30 }
const members = Object.fromEntries(NAMES.map((name) => [name, text]))
const wood = described({
  '/woods': {
    post: {
      operationId: 'plant',
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { type: 'object', required: ['ash'], properties: members } },
        },
      },
      responses: {
        ...answers({ type: 'object', properties: members }, { status: 201 }),
        400: { description: 'Wrong.' },
        415: { description: 'Not JSON.' },
      },
    },
  },
})

/** Returns what is told of a server that does not check the maximum length of one property. */
async function told(unchecked?: string, most = NAMES.length): Promise<string[]> {
  const isWrong = (name: string, value: unknown): boolean =>
    typeof value !== 'string' || value.length < 2 || (value.length > 30 && name !== unchecked)
  return outcomes(await wood, {
    rules: ['negative/refusal'],
    answer: ({ headers }, body) => {
      if (headers.get('content-type') !== 'application/json') return new Response(null, { status: 415 })
      const sent: unknown = body.endsWith('}') ? JSON.parse(body) : undefined
      if (!isObject(sent)) return Response.json({ errors: [] }, { status: 400 })
      const wrong = NAMES.filter((name) =>
        Object.hasOwn(sent, name) ? isWrong(name, sent[name]) : name === 'ash',
      )
      const errors = wrong.slice(0, most).map((name) => ({ field: name, message: 'It is wrong.' }))
      return errors.length > 0
        ? Response.json({ errors }, { status: 400 })
        : Response.json(sent, { status: 201 })
    },
  })
}

test.each([NAMES.length, 1])('a server that names %i wrong properties breaks nothing', async (most) => {
  expect(await told(undefined, most)).toEqual(['negative plant: passed'])
})

test.each(NAMES)('a maximum length of "%s" that is not checked is told', async (name) => {
  expect(await told(name)).toEqual([
    expect.stringContaining(`for a body whose "${name}" violates "maxLength"`),
  ])
})
