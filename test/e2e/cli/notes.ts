/** A small service, described in OpenAPI. */
export const NOTES_DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      tags: [notes, reading]
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } }
    post:
      operationId: createNote
      tags: [notes]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '400': { description: wrong }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readNote
      tags: [reading]
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '404': { description: none }
    delete:
      operationId: deleteNote
      responses:
        '204': { description: gone }
        '404': { description: none }
components:
  schemas:
    Note:
      type: object
      required: [text]
      properties:
        id: { type: string, readOnly: true }
        text: { type: string, minLength: 1, maxLength: 50 }
`

type NotesFault = 'list-203' | 'read-203' | 'extra-member'

/** Keeps its contract except for the given faults. */
export class Notes {
  readonly notes = new Map<string, unknown>()
  readonly log: string[] = []
  #count = 0
  readonly #faults: readonly NotesFault[]

  constructor(...faults: NotesFault[]) {
    this.#faults = faults
  }

  readonly answer = async (request: Request): Promise<Response> => {
    const [, , id, below] = new URL(request.url).pathname.split('/')
    this.log.push(`${request.method} ${new URL(request.url).pathname}`)
    if (below !== undefined) return new Response('', { status: 404 })
    const allowed = id === undefined ? ['GET', 'POST'] : ['GET', 'DELETE']
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (!allowed.includes(method))
      return new Response('', { status: 405, headers: { allow: allowed.join(', ') } })
    if (method === 'POST') return this.#create(request)
    if (id === undefined)
      return Response.json([...this.notes.values()], {
        status: this.#faults.includes('list-203') ? 203 : 200,
      })
    const note = this.notes.get(decodeURIComponent(id))
    if (note === undefined) return new Response('', { status: 404 })
    if (method === 'GET')
      return Response.json(note, { status: this.#faults.includes('read-203') ? 203 : 200 })
    this.notes.delete(id)
    return new Response(null, { status: 204 })
  }

  async #create(request: Request): Promise<Response> {
    const refused = new Response('', { status: 400 })
    if (!request.headers.get('content-type')?.includes('json')) return refused
    const note = await request.json().catch(() => undefined)
    const text: unknown = Object(note).text
    if (typeof text !== 'string' || text.length === 0 || text.length > 50) return refused
    const extra = this.#faults.includes('extra-member') ? { colour: 'red' } : {}
    const made = { id: `n${++this.#count}`, text, ...extra }
    this.notes.set(made.id, made)
    return Response.json(made, { status: 201 })
  }
}
