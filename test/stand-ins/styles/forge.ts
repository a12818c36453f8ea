import { type Asked, documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Cabinet {
  readonly id: number
  readonly note: string
}

const note = { type: 'string', maxLength: 80 }
const name = { type: 'string', pattern: '^[A-Za-z0-9-]{1,80}$' }
const NewCabinet = object({ name, note }, ['name'])
const Change = object({ note })
const NewCoin = object({ note })
const Owner = object({ id: { type: 'integer' }, login: { type: 'string' } })
const Cabinet = object({
  ...{ id: { type: 'integer' }, name: { type: 'string' }, full_name: { type: 'string' } },
  ...{ note: { type: 'string' }, owner: ref('Owner') },
})
const Coin = object({ id: { type: 'integer' }, note: { type: 'string' } })
const cabinets = [{ schema: { type: 'array', items: ref('Cabinet') } }]
const coins = [{ schema: { type: 'array', items: ref('Coin') } }]
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }

const document = documentOf(
  'forge',
  {
    'GET /user/cabinets': { id: 'listMine', answers: cabinets },
    'POST /user/cabinets': {
      id: 'createMine',
      body: { schema: ref('NewCabinet') },
      answers: [{ status: 201, schema: ref('Cabinet') }],
      refuses: [400, 409, 415],
    },
    'GET /cabinets/{owner}/{cabinet}': {
      id: 'getCabinet',
      answers: [{ schema: ref('Cabinet') }],
      refuses: [404],
    },
    'PATCH /cabinets/{owner}/{cabinet}': {
      id: 'editCabinet',
      body: { schema: ref('Change') },
      answers: [{ schema: ref('Cabinet') }],
      refuses: [400, 404, 415],
    },
    'DELETE /cabinets/{owner}/{cabinet}': {
      id: 'deleteCabinet',
      answers: [{ status: 204 }],
      refuses: [404],
    },
    'GET /cabinets/{owner}/{cabinet}/coins': { id: 'listCoins', answers: coins, refuses: [404] },
    'POST /cabinets/{owner}/{cabinet}/coins': {
      id: 'addCoin',
      body: { schema: ref('NewCoin') },
      answers: [{ status: 201, schema: ref('Coin') }],
      refuses: [400, 404, 415],
    },
    'GET /cabinets/{owner}/{cabinet}/coins/{id}': {
      id: 'getCoin',
      parameters: [id],
      answers: [{ schema: ref('Coin') }],
      refuses: [400, 404],
    },
    'DELETE /cabinets/{owner}/{cabinet}/coins/{id}': {
      id: 'removeCoin',
      parameters: [id],
      answers: [{ status: 204 }],
      refuses: [400, 404],
    },
  },
  { schemas: { NewCabinet, Change, NewCoin, Owner, Cabinet, Coin } },
)

/**
 * Items that their owner and their name identify together: they are created at the caller's own path, and the
 * response shows both parts of the name.
 */
export const forge: Style = {
  name: 'forge',
  document,
  start() {
    const held = new Shelf<Cabinet>()
    const inside = new Shelf<{ readonly id: number; readonly note: string }>()
    const touched: string[] = []
    let made = 1
    held.set('ada', 'theirs', { id: 1, note: 'theirs' })
    const numbers = { ada: 7, eve: 8 }
    const shown = ({ tenant }: Pick<Asked, 'tenant'>, own: string) => ({
      ...{ ...held.get(tenant, own), name: own, full_name: `${tenant}/${own}` },
      owner: { id: numbers[tenant], login: tenant },
    })
    const none = () => problem(404, 'There is no such thing.')
    /** Answers for an existing cabinet of the caller, and notes a write to one that was there before. */
    const at = (asked: Asked, answer: (own: string) => Response, isWrite = false): Response => {
      const { owner, cabinet = '' } = asked.path
      if (owner !== asked.tenant || held.get(asked.tenant, cabinet) === undefined) return none()
      if (isWrite && cabinet === 'theirs') touched.push(cabinet)
      return answer(cabinet)
    }
    const coinKey = (own: string, { path }: Asked): string => `${own}/${Number(path['id'])}`
    const isNumber = ({ path }: Asked): boolean => /^-?\d+$/.test(path['id'] ?? '')
    return {
      touched,
      refuse: problem,
      handlers: {
        listMine: (asked) => Response.json(held.keys(asked.tenant).map((own) => shown(asked, own))),
        createMine(asked) {
          const { name: own, note: text = '' } = asked.body as {
            readonly name: string
            readonly note?: string
          }
          if (held.get(asked.tenant, own)) return problem(409, 'A cabinet with this name already exists.')
          held.set(asked.tenant, own, { id: ++made, note: text })
          return Response.json(shown(asked, own), { status: 201 })
        },
        getCabinet: (asked) => at(asked, (own) => Response.json(shown(asked, own))),
        editCabinet: (asked) =>
          at(
            asked,
            (own) => {
              const old = held.get(asked.tenant, own) ?? { id: 0, note: '' }
              const { note: text = old.note } = asked.body as { readonly note?: string }
              held.set(asked.tenant, own, { ...old, note: text })
              return Response.json(shown(asked, own))
            },
            true,
          ),
        deleteCabinet: (asked) =>
          at(
            asked,
            (own) => {
              held.delete(asked.tenant, own)
              for (const key of inside.keys(asked.tenant))
                if (key.startsWith(`${own}/`)) inside.delete(asked.tenant, key)
              return new Response(null, { status: 204 })
            },
            true,
          ),
        listCoins: (asked) =>
          at(asked, (own) => {
            const keys = inside.keys(asked.tenant).filter((key) => key.startsWith(`${own}/`))
            return Response.json(keys.map((key) => inside.get(asked.tenant, key)))
          }),
        addCoin: (asked) =>
          at(
            asked,
            (own) => {
              const coin = { id: ++made, note: (asked.body as { readonly note?: string }).note ?? '' }
              inside.set(asked.tenant, `${own}/${coin.id}`, coin)
              return Response.json(coin, { status: 201 })
            },
            true,
          ),
        getCoin: (asked) =>
          isNumber(asked)
            ? at(asked, (own) => {
                const coin = inside.get(asked.tenant, coinKey(own, asked))
                return coin === undefined ? none() : Response.json(coin)
              })
            : problem(400, 'id is not a number.'),
        removeCoin: (asked) =>
          isNumber(asked)
            ? at(
                asked,
                (own) =>
                  inside.delete(asked.tenant, coinKey(own, asked))
                    ? new Response(null, { status: 204 })
                    : none(),
                true,
              )
            : problem(400, 'id is not a number.'),
      },
    }
  },
}
