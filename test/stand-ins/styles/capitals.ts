import { type Asked, documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Pocket {
  readonly note: string
  readonly marks: readonly string[]
}

const note = { type: 'string', maxLength: 80 }
const name = { type: 'string', pattern: '^[A-Za-z0-9]{1,80}$' }
const mark = { type: 'string', enum: ['red', 'green', 'blue'] }
const marks = { type: 'array', items: mark, uniqueItems: true }
const Filling = object({ note, marks }, ['note', 'marks'])
const Pocket = object({ name: { type: 'string' }, note: { type: 'string' }, marks })
const inPath = [{ name: 'name', in: 'path', required: true, schema: name }]
const pockets = [{ schema: { type: 'array', items: ref('Pocket') } }]

const document = documentOf(
  'capitals',
  {
    'GET /pockets': { id: 'listPockets', answers: pockets },
    'POST /pockets/{name}': {
      id: 'createPocket',
      parameters: inPath,
      body: { schema: ref('Filling') },
      answers: [{ status: 201, schema: ref('Pocket') }],
      refuses: [400, 409, 415],
    },
    'GET /pockets/{name}': {
      id: 'getPocket',
      parameters: inPath,
      answers: [{ schema: ref('Pocket') }],
      refuses: [400, 404],
    },
    'DELETE /pockets/{name}': {
      id: 'deletePocket',
      parameters: inPath,
      answers: [{ status: 204 }],
      refuses: [307, 400, 404],
    },
    'POST /pockets/{name}/rename': {
      id: 'renamePocket',
      parameters: inPath,
      body: { schema: object({ new_name: name }, ['new_name']) },
      answers: [{ status: 204 }],
      refuses: [400, 404, 409, 415],
    },
  },
  { schemas: { Filling, Pocket } },
)

/**
 * Items whose names are written in capitals, and can be changed; the old name leads to the new one. A list
 * has their texts in another order each time.
 */
export const capitals: Style = {
  name: 'capitals',
  document,
  start() {
    const held = new Shelf<Pocket>()
    const touched: string[] = []
    held.set('ada', 'THEIRS', { note: 'theirs', marks: ['red', 'blue'] })
    const moved = new Map<string, string>()
    let turn = 0
    const nameOf = ({ path }: Pick<Asked, 'path'>) => (path['name'] ?? '').toUpperCase()
    const isName = (text: string) => /^[A-Z0-9]{1,80}$/.test(text)
    const shown = ({ tenant }: Pick<Asked, 'tenant'>, own: string) => {
      const { note: text = '', marks: all = [] } = held.get(tenant, own) ?? {}
      return { name: own, note: text, marks: all }
    }
    const listed = (asked: Asked, own: string) => {
      const { marks: all, ...others } = shown(asked, own)
      return { ...others, marks: turn % 2 === 0 ? all : all.toReversed() }
    }
    const at = (asked: Asked, answer: (own: string) => Response, isWrite = false): Response => {
      const own = nameOf(asked)
      if (!isName(own)) return problem(400, 'name is wrong.')
      if (held.get(asked.tenant, own) === undefined) return problem(404, 'There is no such pocket.')
      if (isWrite && own === 'THEIRS') touched.push(own)
      return answer(own)
    }
    return {
      touched,
      refuse: problem,
      handlers: {
        listPockets(asked) {
          turn++
          return Response.json(held.keys(asked.tenant).map((own) => listed(asked, own)))
        },
        createPocket(asked) {
          const own = nameOf(asked)
          if (!isName(own)) return problem(400, 'name is wrong.')
          if (held.get(asked.tenant, own)) return problem(409, 'A pocket with this name already exists.')
          moved.delete(`${asked.tenant}/${own}`)
          held.set(asked.tenant, own, asked.body as Pocket)
          return Response.json(shown(asked, own), { status: 201 })
        },
        getPocket: (asked) => at(asked, (own) => Response.json(shown(asked, own))),
        deletePocket(asked) {
          const other = moved.get(`${asked.tenant}/${nameOf(asked)}`)
          if (other !== undefined) {
            const answer = problem(307, 'The pocket has another name.')
            answer.headers.set('location', `/pockets/${other}`)
            return answer
          }
          return at(
            asked,
            (own) => {
              held.delete(asked.tenant, own)
              return new Response(null, { status: 204 })
            },
            true,
          )
        },
        renamePocket: (asked) =>
          at(
            asked,
            (own) => {
              const renamed = (asked.body as { readonly new_name: string }).new_name.toUpperCase()
              if (held.get(asked.tenant, renamed)) return problem(409, 'The name is taken.')
              held.set(asked.tenant, renamed, held.get(asked.tenant, own) ?? { note: '', marks: [] })
              held.delete(asked.tenant, own)
              moved.set(`${asked.tenant}/${own}`, renamed)
              return new Response(null, { status: 204 })
            },
            true,
          ),
      },
    }
  },
}
