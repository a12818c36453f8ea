import { documentOf, object, problem, query, ref, Shelf, type Style, type Tenant } from './style.ts'

interface Alert {
  readonly id: number
  readonly at: string
  readonly level: string
}

const CHANNELS = ['mail', 'push', 'sms']
const PLANS = [
  { code: 'free', price: 0 },
  { code: 'team', price: 9 },
]
const channel = { name: 'channel', in: 'path', required: true, schema: { type: 'string', enum: CHANNELS } }
const alertId = { name: 'alertId', in: 'path', required: true, schema: { type: 'integer' } }
const LEVELS = ['info', 'warning', 'error']

/**
 * Ids from an enumeration, a catalogue for everybody, singletons, free-form objects that a PATCH merges, and
 * lists with the newest items first.
 */
export const settings: Style = {
  name: 'settings',
  document: documentOf(
    'settings',
    {
      'GET /plans': { id: 'listPlans', answers: [{ schema: { type: 'array', items: ref('Plan') } }] },
      'GET /plans/{plan}': { id: 'readPlan', answers: [{ schema: ref('Plan') }], refuses: [404] },
      'GET /me': { id: 'readMe', answers: [{ schema: ref('Me') }] },
      'GET /preferences': { id: 'readPreferences', answers: [{ schema: ref('Free') }] },
      'PATCH /preferences': {
        id: 'changePreferences',
        body: { type: 'application/merge-patch+json', schema: ref('Free') },
        answers: [{ schema: ref('Free') }],
        refuses: [400, 415],
      },
      'GET /channels': {
        id: 'listChannels',
        answers: [{ schema: { type: 'array', items: ref('Channel') } }],
      },
      'GET /channels/{channel}': {
        id: 'readChannel',
        parameters: [channel],
        answers: [{ schema: ref('Channel') }],
        refuses: [404],
      },
      'PUT /channels/{channel}': {
        id: 'putChannel',
        parameters: [channel],
        body: {
          schema: object({
            enabled: { type: 'boolean' },
            quietHours: { type: 'array', maxItems: 24, items: { type: 'integer', minimum: 0, maximum: 23 } },
          }),
        },
        answers: [{ schema: ref('Channel') }],
        refuses: [400, 404, 415],
      },
      'GET /alerts': {
        id: 'listAlerts',
        parameters: [
          query('level', { type: 'string', enum: LEVELS }),
          query('sort', { type: 'string', enum: ['newest', 'oldest'], default: 'newest' }),
        ],
        answers: [{ schema: { type: 'array', items: ref('Alert') } }],
        refuses: [400],
      },
      'POST /alerts': {
        id: 'raiseAlert',
        body: {
          schema: object({ level: { type: 'string', enum: LEVELS }, details: ref('Free') }, ['level']),
        },
        answers: [{ status: 201, schema: ref('Alert') }],
        refuses: [400, 415],
      },
      'GET /alerts/{alertId}': {
        id: 'readAlert',
        parameters: [alertId],
        answers: [{ schema: ref('Alert') }],
        refuses: [404],
      },
      'PATCH /alerts/{alertId}': {
        id: 'changeAlert',
        parameters: [alertId],
        body: {
          type: 'application/merge-patch+json',
          schema: object({ level: { type: 'string', enum: LEVELS }, details: ref('Free') }, []),
        },
        answers: [{ schema: ref('Alert') }],
        refuses: [400, 404, 415],
      },
      'DELETE /alerts/{alertId}': {
        id: 'dismissAlert',
        parameters: [alertId],
        answers: [{ status: 204 }],
        refuses: [404],
      },
    },
    {
      schemas: {
        Free: { type: 'object', additionalProperties: true },
        Plan: object({ code: { type: 'string' }, price: { type: 'integer' } }),
        Me: object({ name: { type: 'string' }, plan: { type: 'string' } }),
        Channel: object({
          channel: { type: 'string', enum: CHANNELS },
          enabled: { type: 'boolean' },
          quietHours: { type: 'array', items: { type: 'integer' } },
        }),
        Alert: object({
          id: { type: 'integer', readOnly: true },
          at: { type: 'string', format: 'date-time', readOnly: true },
          level: { type: 'string', enum: LEVELS },
          details: ref('Free'),
        }),
      },
    },
  ),
  start() {
    const preferences = new Shelf<object>()
    const channels = new Shelf<object>()
    const alerts = new Shelf<Alert>()
    let made = 0
    const none = () => problem(404, 'There is none.')
    const channelOf = (tenant: Tenant, name: string) =>
      channels.get(tenant, name) ?? { channel: name, enabled: true, quietHours: [] }
    return {
      refuse: problem,
      handlers: {
        listPlans: () => Response.json(PLANS),
        readPlan({ path: { plan } }) {
          const found = PLANS.find(({ code }) => code === plan)
          return found ? Response.json(found) : none()
        },
        readMe: ({ tenant }) => Response.json({ name: tenant, plan: 'free' }),
        readPreferences: ({ tenant }) => Response.json(preferences.get(tenant, 'all') ?? {}),
        changePreferences({ tenant, body }) {
          const merged = mergePatch(preferences.get(tenant, 'all') ?? {}, body) as object
          preferences.set(tenant, 'all', merged)
          return Response.json(merged)
        },
        listChannels: ({ tenant }) => Response.json(CHANNELS.map((name) => channelOf(tenant, name))),
        readChannel: ({ tenant, path: { channel: name = '' } }) =>
          CHANNELS.includes(name) ? Response.json(channelOf(tenant, name)) : none(),
        putChannel({ tenant, path: { channel: name = '' }, body }) {
          if (!CHANNELS.includes(name)) return none()
          channels.set(tenant, name, { ...(body as object), channel: name })
          return Response.json(channelOf(tenant, name))
        },
        listAlerts({ tenant, query: { level, sort } }) {
          const all = alerts.all(tenant).filter((alert) => level === undefined || alert.level === level)
          return Response.json(sort === 'oldest' ? all : all.toReversed())
        },
        raiseAlert({ tenant, body }) {
          const alert = { details: {}, ...(body as Alert), id: ++made, at: new Date().toISOString() }
          alerts.set(tenant, String(made), alert)
          return Response.json(alert, { status: 201 })
        },
        readAlert({ tenant, path }) {
          const alert = alerts.get(tenant, path['alertId'] ?? '')
          return alert ? Response.json(alert) : none()
        },
        changeAlert({ tenant, path, body }) {
          const alert = alerts.get(tenant, path['alertId'] ?? '')
          if (!alert) return none()
          const changed = { ...(mergePatch(alert, body) as Alert), id: alert.id, at: alert.at }
          alerts.set(tenant, String(alert.id), changed)
          return Response.json(changed)
        },
        dismissAlert: ({ tenant, path }) =>
          alerts.delete(tenant, path['alertId'] ?? '') ? new Response(null, { status: 204 }) : none(),
      },
    }
  },
}

/** @see RFC 7396 */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const isPlain = typeof target === 'object' && target !== null && !Array.isArray(target)
  const merged: Record<string, unknown> = isPlain ? { ...target } : {}
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete merged[name]
    else merged[name] = mergePatch(merged[name], value)
  return merged
}
