import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const query = (name: string, schema: object = text) => ({ name, in: 'query', schema })
const refusal = (message: string): Response => Response.json({ message }, { status: 400 })

/** Returns the conformance outcome for a read with these parameters, and the requests to it. */
async function ask(parameters: readonly object[], answer: (asked: URLSearchParams) => Response) {
  const document = await described({
    '/notes/export': { get: { operationId: 'export', parameters, responses: answers(text) } },
  })
  const asked: string[] = []
  const lines = await outcomes(document, {
    ...{ rules: ['conformance'], disposable: false },
    answer({ url }) {
      const { search, searchParams } = new URL(url)
      asked.push(search)
      return answer(searchParams)
    },
  })
  return { asked, lines }
}

describe('a read that is refused is asked with what the document leaves free', () => {
  test('the parameter that the refusal names, and its absence is a finding', async () => {
    const { asked, lines } = await ask([query('page'), query('identifier')], (given) =>
      given.has('identifier') ? Response.json('') : refusal('"identifier" must be supplied'),
    )
    expect(asked).toEqual(['', expect.stringMatching(/^\?identifier=[^&]+$/)])
    expect(lines).toEqual([expect.stringMatching(/^conformance export: status 200 \| status 400 /)])
  })

  test('the parameter that a crash names as missing', async () => {
    const { asked } = await ask([query('page'), query('source')], (given) =>
      given.has('source')
        ? Response.json('')
        : Response.json({ message: "The 'source vertex id' can't be null" }, { status: 500 }),
    )
    expect(asked.at(-1)).toMatch(/^\?source=[^&]+$/)
  })

  test('with a value, also where the default is none', async () => {
    const names = query('names', { type: 'array', items: text, default: [] })
    const { asked } = await ask([names], (given) =>
      given.has('names') ? Response.json('') : refusal('At least one of "names"'),
    )
    expect(asked).toEqual(['', expect.stringMatching(/^\?names=./)])
  })

  test('the only one, where it names none', async () => {
    const { asked } = await ask([query('ids', { type: 'array', items: { type: 'integer' } })], () =>
      refusal('No.'),
    )
    expect(asked.slice(0, 2)).toEqual(['', expect.stringMatching(/^\?ids=/)])
  })

  test('nothing that would start work', async () => {
    const { asked } = await ask([query('restart', { type: 'boolean' })], () => refusal('restart is missing'))
    expect(new Set(asked)).toEqual(new Set(['']))
  })
})
