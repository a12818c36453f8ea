import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const job = { type: 'object', properties: { state: text, progress: { type: 'integer' } } }
const id = (name: string) => ({ name, in: 'path', required: true, schema: text })
const absent = { 404: { description: 'None.' } }

/** A server whose response names the job in one of several ways. */
interface Way {
  /** The response to the request for work. */
  readonly named: object
  readonly status?: 200 | 201 | 202
  /** The documented path of jobs. */
  readonly path: string
  readonly at: string
}

const WAYS: readonly Way[] = [
  {
    named: { task_url: '/halls/3/tasks/7' },
    path: '/halls/{hall}/tasks/{id}',
    at: '/halls/3/tasks/7',
    status: 202,
  },
  { named: { task_id: 7 }, path: '/halls/{hall}/tasks/{id}', at: '/halls/3/tasks/7', status: 201 },
  { named: { taskId: 't7' }, path: '/chores/{task_id}', at: '/chores/t7', status: 200 },
  {
    named: { name: 'operations/op-7', done: false },
    ...{ path: '/v1/operations/{operation}', at: '/v1/operations/op-7', status: 200 },
  },
]

async function told(
  { named, status = 200, path, at }: Way,
  fault?: 'falls' | 'lost',
): Promise<readonly string[]> {
  const members = Object.keys(named)
  const document = await described({
    '/halls/{hall}/weave': {
      parameters: [id('hall')],
      post: {
        operationId: 'weave',
        'x-harmless': true,
        responses: answers(
          { type: 'object', properties: Object.fromEntries(members.map((name) => [name, {}])) },
          { status },
        ),
      },
    },
    [path]: {
      parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => id(name)),
      get: { operationId: 'readJob', responses: { ...answers(job), ...absent } },
    },
  })
  let looks = 0
  return (
    await outcomes(document, {
      rules: ['jobs'],
      pathParameters: { hall: '3' },
      answer: ({ method, url }) => {
        if (method === 'POST') return Response.json(named, { status })
        if (new URL(url).pathname !== at || fault === 'lost') return Response.json({}, { status: 404 })
        const progress = Math.min(++looks * 30, 100)
        return Response.json({
          state: progress < 100 ? 'weaving' : 'done',
          progress: looks === 3 && fault ? 10 : progress,
        })
      },
    })
  ).filter((line) => line.includes(' weave'))
}

test.each(WAYS)('a job that a response names is watched: %j', async (way) => {
  expect(await told(way)).toEqual(['jobs weave: passed'])
  expect(await told(way, 'falls')).toEqual([
    expect.stringMatching(/^jobs weave: "progress" not to fall below 60 while the job runs \| 10/),
  ])
})

test('a missing job is told only if the response states its address', async () => {
  const [stated, named] = WAYS
  if (stated === undefined || named === undefined) throw new Error('no way')
  expect(await told(stated, 'lost')).toEqual([
    expect.stringMatching(/^jobs weave: the accepted job at \/halls\/3\/tasks\/7 \| status 404/),
  ])
  expect(await told(named, 'lost')).toEqual([expect.stringContaining('jobs weave: not run')])
})

test('a task that the request names is no work', async () => {
  const task = { type: 'object', properties: { task_id: { type: 'integer' }, text } }
  const document = await described({
    '/notes': {
      post: {
        ...{ operationId: 'weave', 'x-harmless': true },
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { ...task, required: ['task_id'] } } },
        },
        responses: answers(task),
      },
    },
    '/tasks/{id}': {
      parameters: [id('id')],
      get: { operationId: 'readTask', responses: { ...answers(task), ...absent } },
    },
  })
  const answer = ({ method }: Request, sent: string): Response =>
    method === 'POST' ? Response.json(JSON.parse(sent)) : Response.json({})
  expect((await outcomes(document, { answer, rules: ['jobs'] })).join()).toContain('jobs weave: not run')
})
