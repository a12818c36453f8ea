import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', maxLength: 20 }
const tool = {
  type: 'object',
  required: ['id', 'label', 'retired'],
  properties: { id: text, label: text, retired: { type: 'boolean' } },
}
const body = (properties: object) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties } } },
})

/** Tools that only a change or an action retires, and a list that hides retired ones. */
const shed = (isByAction: boolean) =>
  described({
    '/tools': {
      get: {
        operationId: 'listTools',
        parameters: [
          {
            name: 'include_retired',
            in: 'query',
            description: 'Whether retired tools are listed too.',
            schema: { type: 'boolean', default: false },
          },
          { name: 'label', in: 'query', schema: text },
        ],
        responses: answers({ type: 'array', items: tool }),
      },
      post: {
        operationId: 'addTool',
        requestBody: body({ label: text }),
        responses: answers(tool, { status: 201 }),
      },
    },
    '/tools/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: 'getTool', responses: { ...answers(tool), 404: { description: 'None.' } } },
      ...(!isByAction && {
        patch: {
          operationId: 'changeTool',
          requestBody: body({ retired: { type: 'boolean' } }),
          responses: { ...answers(tool), 404: { description: 'None.' } },
        },
      }),
    },
    ...(isByAction && {
      '/tools/{id}/retire': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        post: { operationId: 'retireTool', responses: { ...answers(tool), 404: { description: 'None.' } } },
      },
    }),
  })

/** @param isListed true if a list with this value of the parameter shows retired tools. */
async function told(
  isListed: (asked: string | null) => boolean,
  isByAction = false,
): Promise<readonly string[]> {
  const tools = new Map<string, { id: string; label: string; retired: boolean }>()
  return outcomes(await shed(isByAction), {
    rules: ['list-protocol/defaults'],
    answer: ({ method, url }, sent) => {
      const { pathname, searchParams: query } = new URL(url)
      const [, , name, action] = pathname.split('/')
      const isShown = isListed(query.get('include_retired'))
      const asked = query.get('label')
      if (name === undefined && method === 'GET')
        return Response.json(
          [...tools.values()].filter(
            ({ label, retired }) => (isShown || !retired) && (asked === null || label === asked),
          ),
        )
      const found = tools.get(name ?? '')
      if (name !== undefined && found === undefined) return new Response(null, { status: 404 })
      if (method === 'GET') return Response.json(found)
      const id = name ?? `t${tools.size}`
      const more = action === 'retire' ? { retired: true } : JSON.parse(sent)
      const one = { label: '', retired: false, ...found, ...more, id }
      tools.set(id, one)
      return Response.json(one, { status: name === undefined ? 201 : 200 })
    },
  })
}

test('a list that hides retired tools by default breaks nothing', async () => {
  expect(await told((asked) => asked === 'true')).toEqual(['list-protocol listTools: passed'])
})

test.each([false, true])(
  'a list that shows retired tools unless the query says false is told',
  async (isByAction) => {
    expect(await told((asked) => asked !== 'false', isByAction)).toEqual([
      expect.stringMatching(
        /^list-protocol listTools: the same list without include_retired as with its default include_retired=false/,
      ),
    ])
  },
)
