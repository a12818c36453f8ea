import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const accepted = { name: 'Accept-Language', in: 'header', schema: { type: 'string' } }
const listing = { type: 'array', items: { type: 'string' } }
const named = { 'Content-Language': { schema: { type: 'string', enum: ['en', 'de'] } } }
const SEASONS: Readonly<Record<string, readonly string[]>> = {
  en: ['spring', 'summer'],
  de: ['Frühling', 'Sommer'],
}

const seasons = (parameter: object, headers: object) =>
  described({
    '/seasons': {
      get: {
        operationId: 'listSeasons',
        parameters: [{ ...accepted, ...parameter }],
        responses: answers(listing, { headers }),
      },
    },
  })

/** Answers in the first language of the request that it has. */
const served =
  (nameOf: (language: string) => string) =>
  ({ headers }: Request): Response => {
    const wanted = (headers.get('accept-language') ?? '').split(',').map((range) => {
      const [tag = '', weight = 'q=1'] = range.split(';').map((part) => part.trim())
      return { tag, weight: Number(weight.slice('q='.length)) }
    })
    const [best] = wanted.filter(({ tag }) => tag in SEASONS).sort((one, other) => other.weight - one.weight)
    const language = best?.tag ?? 'en'
    return Response.json(SEASONS[language], { headers: { 'content-language': nameOf(language) } })
  }

test.each([
  ['an example with several languages', { example: 'de, en;q=0.5' }, {}],
  ['the choices of the response header', {}, named],
])('languages are those of %s', async (_, parameter, headers) => {
  const document = await seasons(parameter, headers)
  const told = (nameOf: (language: string) => string) =>
    outcomes(document, { answer: served(nameOf), rules: ['language'] })
  expect(await told((language) => language)).toEqual(['language listSeasons: passed'])
  expect(await told(() => 'en')).toEqual([
    expect.stringMatching(/a response in the language "de" for "Accept-Language: de" \| en/),
  ])
})
