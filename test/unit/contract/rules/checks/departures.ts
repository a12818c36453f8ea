import { described } from '../../support/described.ts'

const text = { type: 'string' }
const departure = {
  type: 'object',
  required: ['id', 'line', 'notes', 'platform'],
  xml: { name: 'departure' },
  properties: {
    id: { type: 'integer', readOnly: true, xml: { attribute: true } },
    line: { ...text, minLength: 1, maxLength: 60 },
    notes: text,
    platform: { type: 'integer' },
  },
}
const listed = { type: 'array', items: departure, xml: { name: 'departures', wrapped: true } }
const input = { ...departure, required: ['line', 'notes', 'platform'] }
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const answer = (schema: object, types: readonly string[], status = 200) => ({
  [status]: {
    description: 'An answer',
    content: Object.fromEntries(types.map((type) => [type, type === 'text/csv' ? {} : { schema }])),
  },
  ...none,
})
const [JSON_TYPE, XML, CSV, LINES] = [
  'application/json',
  'application/xml',
  'text/csv',
  'application/x-ndjson',
]

const format = { name: 'format', in: 'query', schema: { ...text, enum: ['csv', 'json'], default: 'csv' } }
const byPlatform = [{ name: 'platform', in: 'query', schema: { type: 'integer' } }]

/** A timetable in JSON, CSV and XML. */
export const timetable = () =>
  described({
    '/departures': {
      get: {
        operationId: 'listDepartures',
        parameters: byPlatform,
        responses: answer(listed, [JSON_TYPE, CSV, XML]),
      },
      post: {
        operationId: 'addDeparture',
        requestBody: { required: true, content: { [JSON_TYPE]: { schema: input } } },
        responses: answer(departure, [JSON_TYPE], 201),
      },
    },
    '/departures/export': {
      get: { operationId: 'exportDepartures', parameters: byPlatform, responses: answer(listed, [CSV]) },
    },
    '/board': {
      get: {
        operationId: 'printBoard',
        parameters: [format],
        responses: answer(listed, [CSV, JSON_TYPE]),
      },
    },
    '/departures.ndjson': {
      get: { operationId: 'streamDepartures', parameters: byPlatform, responses: answer(departure, [LINES]) },
    },
    '/departures/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getDeparture', responses: answer(departure, [JSON_TYPE, XML]) },
      delete: { operationId: 'dropDeparture', responses: { 204: { description: 'Gone.' }, ...none } },
    },
  })

interface Departure {
  readonly id: number
  readonly line: string
  readonly notes: string
  readonly platform: number
}

/** The ways in which a timetable is written incorrectly. */
export interface WrongTimetable {
  readonly cell?: (text: string) => string
  readonly rows?: (all: readonly Departure[]) => readonly Departure[]
  /** True if an export has all departures, whatever its filter. */
  readonly exportsAll?: boolean
  /** Departures that are printed as a table on the board. */
  readonly board?: (all: readonly Departure[]) => readonly Departure[]
  readonly line?: (departure: Departure) => object
  readonly escape?: (text: string) => string
  readonly root?: string
  readonly platform?: (platform: number) => unknown
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns a timetable that is correct except for the given faults. */
export function timetableService(wrong: WrongTimetable = {}): (request: Request, text: string) => Response {
  const { cell = quoted, rows = (all) => all, escape: written = escaped, platform = (own) => own } = wrong
  const all = new Map<number, Departure>()
  let last = 0
  const csv = (departures: readonly Departure[]) =>
    [
      ['id', 'line', 'notes', 'platform'],
      ...rows(departures).map((one) => [String(one.id), one.line, one.notes, String(one.platform)]),
    ]
      .map((row) => `${row.map(cell).join(',')}\r\n`)
      .join('')
  const xml = ({ id, line, notes, platform: own }: Departure, name = 'departure') =>
    `<${name} id="${id}"><line>${written(line)}</line><notes>${written(notes)}</notes><platform>${platform(own)}</platform></${name}>`
  const typed = (body: string, type: string) => new Response(body, { headers: { 'content-type': type } })
  return ({ method, url, headers }, text) => {
    const { pathname, searchParams: query } = new URL(url)
    const meant = [...all.values()].filter(
      (one) => !query.has('platform') || one.platform === Number(query.get('platform')),
    )
    const [first = ''] = (headers.get('accept') ?? '').split(',')
    if (pathname === '/departures/export') {
      return typed(csv(wrong.exportsAll === true ? [...all.values()] : meant), 'text/csv')
    }
    if (pathname === '/board') {
      const { board = (own) => own } = wrong
      return query.get('format') === 'json' ? Response.json(meant) : typed(csv(board(meant)), CSV)
    }
    if (pathname === '/departures.ndjson') {
      const { line = (one) => one } = wrong
      return typed(
        rows(meant)
          .map((one) => `${JSON.stringify(line(one))}\n`)
          .join(''),
        LINES,
      )
    }
    if (pathname === '/departures') {
      if (method === 'POST') {
        const made = { ...JSON.parse(text), id: ++last }
        all.set(last, made)
        return Response.json(made, { status: 201 })
      }
      if (first === CSV) return typed(csv(meant), 'text/csv; charset=utf-8')
      const listed = rows(meant).map((one) => xml(one))
      if (first === XML) return typed(`<departures>${listed.join('')}</departures>`, 'application/xml')
      return Response.json(meant)
    }
    const found = all.get(Number(pathname.split('/')[2]))
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'DELETE') all.delete(found.id)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return first === XML ? typed(xml(found, wrong.root), 'application/xml') : Response.json(found)
  }
}
