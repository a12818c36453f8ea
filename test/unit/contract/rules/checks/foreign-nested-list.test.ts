import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const shape = { type: 'object', properties: { id: { ...text, readOnly: true }, name: text } }
const body = { content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } } }
const named = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: text }))
const none = { 404: { description: 'None.' } }

/** Boxes and their parts, none of which can be deleted. */
const document = described(
  {
    '/boxes': {
      get: { operationId: 'listBoxes', responses: answers({ type: 'array', items: shape }) },
      post: { operationId: 'addBox', requestBody: body, responses: answers(shape, { status: 201 }) },
    },
    '/boxes/{boxId}': {
      parameters: named('boxId'),
      get: { operationId: 'getBox', responses: { ...answers(shape), ...none } },
    },
    '/boxes/{boxId}/parts': {
      parameters: named('boxId'),
      get: { operationId: 'listParts', responses: { ...answers({ type: 'array', items: shape }), ...none } },
      post: {
        operationId: 'addPart',
        requestBody: body,
        responses: { ...answers(shape, { status: 201 }), ...none },
      },
    },
    '/boxes/{boxId}/parts/{partId}': {
      parameters: named('boxId', 'partId'),
      get: { operationId: 'getPart', responses: { ...answers(shape), ...none } },
    },
  },
  {
    components: { securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'key' } } },
    security: [{ Key: [] }],
  },
)

interface Kept {
  readonly id: string
  readonly owner: string
  readonly box?: string
}

test.each([
  [false, []],
  [true, [expect.stringMatching(/^tenancy listParts: a list without p\d+ /)]],
])(
  "the list below another tenant's own parent shows nothing of ours, even if nothing can be deleted (fault: %s)",
  async (isFaulty, expected) => {
    const kept: Kept[] = []
    const answer = ({ method, url, headers }: Request, sent: string): Response => {
      const owner = headers.get('key') ?? ''
      if (!['ours', 'theirs'].includes(owner)) return Response.json({}, { status: 401 })
      const [, , box, isOfParts, part] = new URL(url).pathname.split('/')
      const isThere = (id: string) => kept.some((one) => one.id === id && one.owner === owner)
      if (box !== undefined && !isThere(box)) return Response.json({}, { status: 404 })
      if (method === 'POST') {
        const id = `${box === undefined ? 'b' : 'p'}${kept.length}`
        kept.push({ ...JSON.parse(sent || '{}'), id, owner, ...(box && { box }) })
        return Response.json(shown(kept.at(-1)), { status: 201 })
      }
      const id = part ?? (isOfParts === undefined ? box : undefined)
      if (id !== undefined) {
        const found = kept.find((one) => one.id === id && one.box === (part && box))
        return found === undefined ? Response.json({}, { status: 404 }) : Response.json(shown(found))
      }
      const isOfOthers = (one: Kept) => isFaulty && one.box !== undefined && one.owner !== owner
      const listed = kept.filter((one) =>
        box === undefined ? one.box === undefined && one.owner === owner : one.box === box || isOfOthers(one),
      )
      return Response.json(listed.map(shown))
    }
    const lines = await outcomes(await document, {
      ...{ answer, rules: ['tenancy'], credentials: { Key: 'ours' }, otherCredentials: { Key: 'theirs' } },
    })
    expect(lines.filter((line) => !/: (?:passed|not run)/.test(line))).toEqual(expected)
  },
)

function shown({ owner: _, box: __, ...item }: Partial<Kept> = {}): object {
  return item
}
