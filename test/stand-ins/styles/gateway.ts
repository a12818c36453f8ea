import { type Asked, documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Lamp {
  readonly note?: string
  readonly glowFor?: string
  readonly shade?: object
}

const text = { type: 'string', maxLength: 80 }
const shade = { type: 'object', properties: { paper: { type: 'object' }, glass: { type: 'object' } } }
const name = { type: 'string', pattern: '^[A-Za-z0-9-]{1,80}$' }
const NewLamp = object({ lamp: name, note: text, glowFor: { type: 'string' }, shade }, ['lamp', 'glowFor'])
const Change = object({ note: text }, [])
const LampInfo = object({ name: text, id: text, note: text }, ['name', 'id'])
const Lamp = object({ lampInfo: ref('LampInfo'), glowFor: { type: 'string' } }, ['lampInfo'])
const none = [{ schema: { type: 'object' } }]

const document = documentOf(
  'gateway',
  {
    'GET /v1/lamps': {
      id: 'ListLamps',
      answers: [{ schema: object({ lamps: { type: 'array', items: ref('Lamp') } }) }],
    },
    'POST /v1/lamps': {
      id: 'RegisterLamp',
      body: { schema: ref('NewLamp') },
      answers: none,
      refuses: [400, 409, 415],
    },
    'GET /v1/lamps/{lamp}': { id: 'DescribeLamp', answers: [{ schema: ref('Lamp') }], refuses: [404] },
    'POST /v1/lamps/{lamp}/update': {
      id: 'UpdateLamp',
      body: { schema: ref('Change') },
      answers: [{ schema: ref('Lamp') }],
      refuses: [400, 404, 415],
    },
    'DELETE /v1/lamps/{lamp}': { id: 'DeleteLamp', answers: none, refuses: [404] },
  },
  { schemas: { NewLamp, Change, LampInfo, Lamp } },
)

/**
 * A gateway of gRPC: a create returns nothing, items show their names in a part, and refusals name a
 * malformed duration by its value, and one of several exclusive members in quotes.
 */
export const gateway: Style = {
  name: 'gateway',
  document,
  start() {
    const lamps = new Shelf<Lamp>()
    const refused = ({ glowFor = '0s', shade = {} }: Lamp): Response | undefined => {
      if (!/^\d+(\.\d{1,9})?s$/.test(glowFor))
        return problem(400, `proto: (line 1:9): invalid google.protobuf.Duration value "${glowFor}"`)
      return Object.keys(shade).length > 1
        ? problem(400, 'proto: (line 1:9): error parsing "paper", oneof lamps.v1.Lamp.shade is already set')
        : undefined
    }
    const shown = ({ tenant }: Pick<Asked, 'tenant'>, name: string) => {
      const { note, glowFor } = lamps.get(tenant, name) ?? {}
      return { lampInfo: { name, id: `id of ${name}`, note }, glowFor }
    }
    const at = (asked: Asked, answer: (name: string) => Response): Response => {
      const name = asked.path['lamp'] ?? ''
      return lamps.get(asked.tenant, name) ? answer(name) : problem(404, 'There is no such lamp.')
    }
    return {
      refuse: problem,
      handlers: {
        ListLamps: (asked) =>
          Response.json({ lamps: lamps.keys(asked.tenant).map((name) => shown(asked, name)) }),
        RegisterLamp({ tenant, body }) {
          const { lamp, ...others } = body as Lamp & { readonly lamp: string }
          const refusal = refused(others)
          if (refusal !== undefined) return refusal
          if (lamps.get(tenant, lamp)) return problem(409, 'The lamp already exists.')
          lamps.set(tenant, lamp, others)
          return Response.json({})
        },
        DescribeLamp: (asked) => at(asked, (name) => Response.json(shown(asked, name))),
        UpdateLamp: (asked) =>
          at(asked, (name) => {
            lamps.set(asked.tenant, name, { ...lamps.get(asked.tenant, name), ...(asked.body as Lamp) })
            return Response.json(shown(asked, name))
          }),
        DeleteLamp: (asked) =>
          at(asked, (name) => {
            lamps.delete(asked.tenant, name)
            return Response.json({})
          }),
      },
    }
  },
}
