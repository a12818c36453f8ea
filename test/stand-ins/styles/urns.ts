import { documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Part {
  readonly urn: string
  readonly text: string
}

const NewPart = object({ text: { type: 'string', minLength: 1, maxLength: 100 } })
const urn = { type: 'string', pattern: '^urn:[a-z]+:[a-z]+:[0-9]+$' }
const inPath = { name: 'urn', in: 'path', required: true, schema: urn }

/** Items are identified by URNs, whose colons are not escaped in paths. @see RFC 8141 */
export const urns: Style = {
  name: 'URNs',
  document: documentOf(
    'parts',
    {
      'GET /parts': { id: 'listParts', answers: [{ schema: { type: 'array', items: ref('Part') } }] },
      'POST /parts': {
        id: 'addPart',
        body: { schema: ref('NewPart') },
        answers: [
          { status: 201, schema: ref('Part'), headers: { Location: { schema: { type: 'string' } } } },
        ],
        refuses: [400, 415],
      },
      'GET /parts/{urn}': {
        id: 'readPart',
        parameters: [inPath],
        answers: [{ schema: ref('Part') }],
        refuses: [400, 404],
      },
      'PUT /parts/{urn}': {
        id: 'replacePart',
        parameters: [inPath],
        body: { schema: ref('NewPart') },
        answers: [{ schema: ref('Part') }],
        refuses: [400, 404, 415],
      },
      'POST /parts/{urn}:copy': {
        id: 'copyPart',
        parameters: [inPath],
        answers: [{ status: 201, schema: ref('Part') }],
        refuses: [400, 404],
      },
      'DELETE /parts/{urn}': {
        id: 'removePart',
        parameters: [inPath],
        answers: [{ status: 204 }],
        refuses: [400, 404],
      },
    },
    { schemas: { NewPart, Part: object({ urn, ...Object(NewPart).properties }) } },
  ),
  start() {
    const parts = new Shelf<Part>()
    let made = 0
    const none = () => problem(404, 'There is no such part.')
    const add = (tenant: 'ada' | 'eve', text: string) => {
      const part = { urn: `urn:shop:part:${++made}`, text }
      parts.set(tenant, part.urn, part)
      return Response.json(part, { status: 201, headers: { location: `/parts/${part.urn}` } })
    }
    return {
      refuse: problem,
      handlers: {
        listParts: ({ tenant }) => Response.json(parts.all(tenant)),
        addPart: ({ tenant, body }) => add(tenant, (body as Part).text),
        readPart({ tenant, path }) {
          const part = parts.get(tenant, path['urn'] ?? '')
          return part ? Response.json(part) : none()
        },
        replacePart({ tenant, path, body }) {
          const part = parts.get(tenant, path['urn'] ?? '')
          if (!part) return none()
          parts.set(tenant, part.urn, { ...part, text: (body as Part).text })
          return Response.json(parts.get(tenant, part.urn))
        },
        copyPart({ tenant, path }) {
          const part = parts.get(tenant, path['urn'] ?? '')
          return part ? add(tenant, part.text) : none()
        },
        removePart: ({ tenant, path }) =>
          parts.delete(tenant, path['urn'] ?? '') ? new Response(null, { status: 204 }) : none(),
      },
    }
  },
}
