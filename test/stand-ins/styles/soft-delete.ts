import { documentOf, object, problem, query, ref, Shelf, type Style } from './style.ts'

interface Note {
  readonly id: number
  readonly text: string
  readonly pinned: boolean
  readonly deletedAt: string | null
}

interface Job {
  readonly id: string
  reads: number
}

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
const MOMENT = '2030-01-01T00:00:00Z'

/** Deleted items are kept with a mark, and can be restored. Long work is a job whose state can be read. */
export const softDelete: Style = {
  name: 'soft deletes and jobs',
  document: documentOf(
    'notes',
    {
      'GET /notes': {
        id: 'listNotes',
        parameters: [query('includeDeleted', { type: 'boolean', default: false })],
        answers: [{ schema: { type: 'array', items: ref('Note') } }],
        refuses: [400],
      },
      'POST /notes': {
        id: 'writeNote',
        body: { schema: ref('NewNote') },
        answers: [{ status: 201, schema: ref('Note') }],
        refuses: [400, 415],
      },
      'GET /notes/{id}': {
        id: 'readNote',
        parameters: [id],
        answers: [{ schema: ref('Note') }],
        refuses: [404, 410],
      },
      'PATCH /notes/{id}': {
        id: 'changeNote',
        parameters: [id],
        body: {
          schema: { ...object({ text: ref('Text'), pinned: { type: 'boolean' } }, []), minProperties: 1 },
        },
        answers: [{ schema: ref('Note') }],
        refuses: [400, 404, 410, 415],
      },
      'DELETE /notes/{id}': {
        id: 'deleteNote',
        parameters: [id],
        answers: [{ schema: ref('Note') }],
        refuses: [404, 410],
      },
      'POST /notes/{id}/restore': {
        id: 'restoreNote',
        parameters: [id],
        answers: [{ schema: ref('Note') }],
        refuses: [404],
      },
      'POST /exports': {
        id: 'startExport',
        answers: [
          {
            status: 202,
            schema: ref('Job'),
            headers: { Location: { required: true, schema: { type: 'string' } } },
          },
        ],
      },
      'GET /exports/{jobId}': { id: 'readExport', answers: [{ schema: ref('Job') }], refuses: [404] },
    },
    {
      schemas: {
        Text: { type: 'string', minLength: 1, maxLength: 400 },
        NewNote: object({ text: ref('Text'), pinned: { type: 'boolean', default: false } }, ['text']),
        Note: object({
          id: { type: 'integer', readOnly: true },
          text: ref('Text'),
          pinned: { type: 'boolean' },
          deletedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
        }),
        Job: object({
          jobId: { type: 'string' },
          state: { type: 'string', enum: ['waiting', 'running', 'done'] },
        }),
      },
    },
  ),
  start() {
    const notes = new Shelf<Note>()
    const jobs = new Shelf<Job>()
    let made = 0
    const none = () => problem(404, 'There is no such note.')
    const gone = () => problem(410, 'The note was deleted.')
    const state = ({ reads }: Job) => (reads < 1 ? 'waiting' : reads < 2 ? 'running' : 'done')
    return {
      refuse: problem,
      handlers: {
        listNotes: ({ tenant, query: { includeDeleted } }) =>
          Response.json(
            notes.all(tenant).filter(({ deletedAt }) => includeDeleted === true || deletedAt === null),
          ),
        writeNote({ tenant, body }) {
          const { text, pinned = false } = body as Partial<Note> & Pick<Note, 'text'>
          const note = { id: ++made, text, pinned, deletedAt: null }
          notes.set(tenant, String(made), note)
          return Response.json(note, { status: 201 })
        },
        readNote({ tenant, path }) {
          const note = notes.get(tenant, path['id'] ?? '')
          if (!note) return none()
          return note.deletedAt === null ? Response.json(note) : gone()
        },
        changeNote({ tenant, path, body }) {
          const note = notes.get(tenant, path['id'] ?? '')
          if (!note) return none()
          if (note.deletedAt !== null) return gone()
          const changed = { ...note, ...(body as Partial<Note>), id: note.id, deletedAt: null }
          notes.set(tenant, String(note.id), changed)
          return Response.json(changed)
        },
        deleteNote({ tenant, path }) {
          const note = notes.get(tenant, path['id'] ?? '')
          if (!note) return none()
          if (note.deletedAt !== null) return gone()
          const deleted = { ...note, deletedAt: MOMENT }
          notes.set(tenant, String(note.id), deleted)
          return Response.json(deleted)
        },
        restoreNote({ tenant, path }) {
          const note = notes.get(tenant, path['id'] ?? '')
          if (!note) return none()
          const restored = { ...note, deletedAt: null }
          notes.set(tenant, String(note.id), restored)
          return Response.json(restored)
        },
        startExport({ tenant }) {
          const job = { id: `job-${++made}`, reads: 0 }
          jobs.set(tenant, job.id, job)
          return Response.json(
            { jobId: job.id, state: state(job) },
            { status: 202, headers: { location: `/exports/${job.id}` } },
          )
        },
        readExport({ tenant, path: { jobId = '' } }) {
          const job = jobs.get(tenant, jobId)
          if (!job) return problem(404, 'There is no such export.')
          job.reads += 1
          return Response.json({ jobId, state: state(job) })
        },
      },
    }
  },
}
