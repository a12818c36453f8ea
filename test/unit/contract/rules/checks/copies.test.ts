import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: ['string', 'null'], maxLength: 60 }
const page = {
  type: 'object',
  required: ['id', 'title', 'summary'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1 },
    summary: text,
  },
}
const { id: _, ...written } = page.properties
const body = (properties: object, required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})
const absent = { 404: { description: 'None.' }, 400: { description: 'Wrong.' } }
const named = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const document = await described({
  '/pages': {
    post: {
      operationId: 'addPage',
      requestBody: body(written, ['title']),
      responses: { ...answers(page, { status: 201 }), ...absent },
    },
  },
  '/pages/{id}': {
    parameters: [named],
    get: { operationId: 'readPage', responses: { ...answers(page), ...absent } },
  },
  '/pages/{id}/duplicate': {
    parameters: [named],
    post: {
      operationId: 'duplicatePage',
      requestBody: body({ title: written.title }, ['title']),
      responses: { ...answers(page, { status: 201 }), ...absent },
    },
  },
})

interface Page {
  readonly title: string
  readonly summary: string | null
}

const told = async (copy: (page: Page) => Page): Promise<readonly string[]> => {
  const pages = new Map<string, Page>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, , of] = new URL(url).pathname.split('/')
    const known = pages.get(of ?? '')
    if (of !== undefined && known === undefined) return Response.json({}, { status: 404 })
    if (method === 'GET') return Response.json({ ...known, id: of })
    const id = `p${pages.size}`
    const made = { ...(known === undefined ? { summary: null } : copy(known)), ...JSON.parse(sent) }
    pages.set(id, made)
    return Response.json({ ...made, id }, { status: 201 })
  }
  return outcomes(document, { answer, rules: ['agreement/copy'] })
}

test('a copy with the values of its original breaks nothing', async () => {
  expect((await told((one) => one)).filter((line) => line.includes('copy'))).toEqual([])
  expect((await told((one) => ({ ...one, summary: `${one.summary} (copy)` }))).join()).not.toContain(
    'original',
  )
})

test('a copy without one of them is told', async () => {
  expect(await told((one) => ({ ...one, summary: null }))).toContainEqual(
    expect.stringMatching(/^agreement duplicatePage: "summary" of the original in its copy: ".+" \| null$/),
  )
})
