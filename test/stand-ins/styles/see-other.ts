import { documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Note {
  readonly id: string
  readonly text: string
}

const NewNote = object({ text: { type: 'string', minLength: 1, maxLength: 100 } })
const redirected = { status: 303, headers: { Location: { required: true, schema: { type: 'string' } } } }

/** Writes respond with 303 and the URL of the item, as after submitting a form. @see RFC 9110, 15.4.4 */
export const seeOther: Style = {
  name: 'see other',
  document: documentOf(
    'notes',
    {
      'GET /notes': { id: 'listNotes', answers: [{ schema: { type: 'array', items: ref('Note') } }] },
      'POST /notes': {
        id: 'addNote',
        body: { schema: ref('NewNote') },
        answers: [redirected],
        refuses: [400, 415],
      },
      'GET /notes/{id}': { id: 'readNote', answers: [{ schema: ref('Note') }], refuses: [404] },
      'PUT /notes/{id}': {
        id: 'replaceNote',
        body: { schema: ref('NewNote') },
        answers: [redirected],
        refuses: [400, 404, 415],
      },
      'DELETE /notes/{id}': { id: 'removeNote', answers: [{ status: 204 }], refuses: [404] },
    },
    {
      schemas: {
        NewNote,
        Note: object({ id: { type: 'string', format: 'uuid' }, ...Object(NewNote).properties }),
      },
    },
  ),
  start() {
    const notes = new Shelf<Note>()
    const none = () => problem(404, 'There is no such note.')
    const to = (id: string) => new Response(null, { status: 303, headers: { location: `/notes/${id}` } })
    return {
      refuse: problem,
      handlers: {
        listNotes: ({ tenant }) => Response.json(notes.all(tenant)),
        addNote({ tenant, body }) {
          const id = crypto.randomUUID()
          notes.set(tenant, id, { text: (body as Note).text, id })
          return to(id)
        },
        readNote({ tenant, path: { id = '' } }) {
          const note = notes.get(tenant, id)
          return note ? Response.json(note) : none()
        },
        replaceNote({ tenant, path: { id = '' }, body }) {
          if (!notes.get(tenant, id)) return none()
          notes.set(tenant, id, { text: (body as Note).text, id })
          return to(id)
        },
        removeNote: ({ tenant, path: { id = '' } }) =>
          notes.delete(tenant, id) ? new Response(null, { status: 204 }) : none(),
      },
    }
  },
}
